// Runs npm run review and returns its exit code.
import { showControlsInLine } from '#domain/text/invisible.ts';
import {
  approve,
  runAsOneChange,
  resolveConflicts,
  decideMany,
  edit,
  reject,
  reopen,
  retract,
  type ItemChange,
} from '../../sidecar/content/review.ts';
import { type ReviewDesk, type ItemFolder, isItemId, readItem } from '../../sidecar/content/review-desk.ts';
import { listWaiting, type WaitingList } from '../../sidecar/content/waiting-items.ts';
import { summarizeEdit } from '../../sidecar/content/edit-summary.ts';
import { openUndo, listUndoableDecisions, undoDecision, type UndoResult } from '../../sidecar/content/undo.ts';
import { listingLines, itemDetailLines } from './listing.ts';
import { reviewOneByOne, type ReviewRound } from './one-by-one.ts';
import type { ReviewOptions } from './options.ts';
import { type AnyOutcome, type SuccessfulOutcome, describeOutcome, isSuccessful } from './outcomes.ts';
import { Instant } from '#contract/schemas/shape.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { problemFinder } from '#contract/validation.ts';
import { parseTypedInstant } from '#domain/instants.ts';

export interface ReviewDeps {
  desk: ReviewDesk;
  say: (line: string) => void;
  /** Terminal of a person who answers questions, if there is one. */
  round?: ReviewRound;
}

const pastTense = { approve: 'approved', reject: 'rejected' };
const actions = { approve, reject, retract, reopen };

export async function runReview(options: ReviewOptions, deps: ReviewDeps): Promise<number> {
  if (options.undo) return undoLastDecision(options, deps);
  if (options.show) return showItem(options, options.show, deps);
  const results: [string, AnyOutcome][] = [];
  if (options.edit) {
    const change = parseItemChange(options.edit.settings);
    results.push([options.edit.id, await edit(deps.desk, options.edit.id, change)]);
  }
  if (options.choose)
    results.push([options.choose.id, await resolveConflicts(deps.desk, options.choose.id, options.choose.choices)]);
  results.push(...(await decideEach(options.decisions, deps.desk)));
  if (options.all) results.push(...(await decideAll(options.all, options.feed, deps.desk)));
  const hasDecision = options.edit || options.choose || options.all || options.decisions.length;
  return hasDecision ? reportResults(results, options, deps) : listWaitingItems(options, deps);
}

/** Applies the decisions. Several decisions can be undone together. */
async function decideEach(decisions: ReviewOptions['decisions'], desk: ReviewDesk): Promise<[string, AnyOutcome][]> {
  const ids = [...new Set(decisions.map(({ id }) => id))].filter(isItemId);
  const undoLog = ids.length > 1 ? await openUndo(desk, `${ids.length} items decided about`) : undefined;
  await runAsOneChange(desk, async () => undoLog?.keep(ids));
  const results: [string, AnyOutcome][] = [];
  for (const { verb, id } of decisions) results.push([id, await actions[verb](desk, id)]);
  await undoLog?.close(results.filter(([, result]) => isSuccessful(result)).map(([id]) => id));
  return results;
}

async function undoLastDecision({ json }: ReviewOptions, { desk, say }: ReviewDeps): Promise<number> {
  const [last] = await listUndoableDecisions(desk);
  const result = last ? await undoDecision(desk, last.name) : ({ outcome: 'not_found' } as const);
  if (json) say(JSON.stringify(result, null, 2));
  else for (const line of undoLines(result)) say(line);
  return result.outcome === 'undone' && result.changed.length === 0 ? 0 : 1;
}

function undoLines(result: UndoResult): string[] {
  if (result.outcome === 'not_found')
    return ['There is nothing to undo. Only decisions about several items can be undone.'];
  const { what, restored, changed } = result;
  const changedLines = changed.map((id) => `${showControlsInLine(id)}: has changed since then and was not restored.`);
  return [
    ...changedLines,
    `Undone: ${showControlsInLine(what)}. ${restored} restored${changed.length ? `, ${changed.length} not` : ''}.`,
  ];
}

async function decideAll(
  verb: 'approve' | 'reject',
  feed: string | undefined,
  desk: ReviewDesk,
): Promise<[string, AnyOutcome][]> {
  const { items, unreadable } = await listWaiting(desk, feed);
  const revisions = items.map(({ item, revision }) => ({ id: item.id, revision }));
  const undoLog = await openUndo(desk, `${revisions.length} items ${pastTense[verb]}${feed ? ` of ${feed}` : ''}`);
  const outcomes: AnyOutcome[] = await decideMany<SuccessfulOutcome>(desk, actions[verb], revisions, undoLog.keep);
  await undoLog.close(revisions.filter((_, at) => isSuccessful(outcomes[at]!)).map(({ id }) => id));
  const results = outcomes.map((outcome, at): [string, AnyOutcome] => [revisions[at]!.id, outcome]);
  if (!feed) for (const { name, problems } of unreadable) results.push([name, { outcome: 'invalid', problems }]);
  return results;
}

function reportResults(results: [string, AnyOutcome][], { json }: ReviewOptions, { say }: ReviewDeps): number {
  const failedCount = results.filter(([, result]) => !isSuccessful(result)).length;
  if (json) say(JSON.stringify({ results: results.map(([id, result]) => ({ id, ...result })) }, null, 2));
  else {
    for (const [id, result] of results) say(describeOutcome(id, result));
    say(`${results.length - failedCount} done${failedCount ? `, ${failedCount} not` : ''}.`);
    if (results.length - failedCount > 1) say('Undo with npm run review -- --undo');
  }
  return failedCount ? 1 : 0;
}

async function listWaitingItems(options: ReviewOptions, { desk, say, round }: ReviewDeps): Promise<number> {
  const waiting = await listWaiting(desk, options.feed);
  if (options.json) say(JSON.stringify(waitingListJson(waiting), null, 2));
  else for (const line of listingLines(waiting)) say(line);
  if (options.list || options.json || !waiting.items.length) return 0;
  if (round) await reviewOneByOne(round, waiting.items);
  else say('Decide with --approve ID …, --reject ID …, --approve-all or --reject-all. See --help for more.');
  return 0;
}

const waitingListJson = ({ items, unreadable }: WaitingList) => ({
  items: items.map(({ item, body, revision, published, conflicts, plannedDay }) => ({
    item,
    revision,
    isEdit: Boolean(published),
    ...(plannedDay && { plannedDay }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(published && { changes: summarizeEdit(published, { item, body }) }),
  })),
  unreadable,
});

async function showItem({ json }: ReviewOptions, id: string, { desk, say }: ReviewDeps): Promise<number> {
  for (const folder of ['inbox', 'published', 'rejected'] satisfies ItemFolder[]) {
    const result = await readItem(desk, folder, id);
    if (result.outcome === 'not_found') continue;
    if (json) say(JSON.stringify({ folder, ...result }, null, 2));
    else if (result.outcome === 'invalid') say(describeOutcome(id, result));
    else for (const line of itemDetailLines(folder, result)) say(line);
    return result.outcome === 'found' ? 0 : 1;
  }
  say(json ? JSON.stringify({ outcome: 'not_found' }) : describeOutcome(id, { outcome: 'not_found' }));
  return 1;
}

/** Parses the settings. Throws an Error that names a setting that cannot be parsed. */
function parseItemChange(settings: string[]): ItemChange {
  const change: ItemChange = { fields: {} };
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw new Error(`--set ${setting}: use the form field=value`);
    const name = setting.slice(0, at);
    const value = setting.slice(at + 1);
    if (name === 'body') change.body = value;
    else change.fields[name] = parseFieldValue(name, value);
  }
  return change;
}

interface FieldSchema {
  type?: string;
  format?: string;
  items?: { type?: string };
}

const instantProblems = problemFinder(Instant(''));

function parseInstant(name: string, typed: string): string {
  const instant = parseTypedInstant(typed);
  if (instantProblems(instant).length === 0) return instant;
  throw new Error(`--set ${name}=${typed}: use a day such as 2026-05-01 or a time such as 2026-05-01T18:00:00Z`);
}

function parseFieldValue(name: string, value: string): unknown {
  const fields = StoredItem.properties as Record<string, FieldSchema>;
  // The check of the changed item reports unknown fields.
  const { type, format, items } = fields[name] ?? { type: 'string' };
  if (type === 'array' && items?.type === 'string') return value.split(',').map(trimText).filter(Boolean);
  if (value === '') return null;
  if (format === 'date-time') return parseInstant(name, value);
  if (type === 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`--set ${name}=${value}: must be JSON (${type})`);
  }
}

const trimText = (text: string): string => text.trim();
