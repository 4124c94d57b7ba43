// Bulk decisions: about selected items or all that match a filter. Items that changed meanwhile are skipped.
import { describeDecision, type DecisionVerb } from './decision-labels.ts';
import { ApiError } from '#contract/errors.ts';
import {
  approve,
  decideMany,
  type ReviewOutcome,
  reject,
  reopen,
  retract,
  type ItemRevision,
} from '../../content/review.ts';
import type { ReviewDesk, ItemFolder } from '../../content/review-desk.ts';
import { openUndo } from '../../content/undo.ts';
import { folderPaths } from '../item/model.ts';
import { type RunAction, type ActionResult, formField, type FormValues } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listAddress, readItemFilter, filterItems, type ListQuery, readQuery } from './filter.ts';
import { recordDecisions } from './audit-log.ts';
import { listItemFiles, type FolderIndex, readFolderIndex, modifiedAt } from './folder-index.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

type DecisionOutcome = ReviewOutcome<DecisionVerb> | { outcome: 'already_waiting' };
type DecideItem = (desk: ReviewDesk, id: string, seen?: string) => Promise<DecisionOutcome>;

interface BulkDecision {
  folder: ItemFolder;
  past: DecisionVerb;
  decide: DecideItem;
  /** True if the decision changes the public site. */
  needsBuild: boolean;
}

/** Wraps a decision so that it only applies if the file still has the modification time that the list showed. */
const ifUnchangedSinceListed =
  (folder: ItemFolder, decide: DecideItem): DecideItem =>
  async (desk, id, seen) =>
    String(modifiedAt(desk, folder, id)) === seen ? decide(desk, id) : { outcome: 'changed' };

const bulkDecisions: Record<string, BulkDecision> = {
  approve: { folder: 'inbox', past: 'approved', decide: approve, needsBuild: true },
  reject: { folder: 'inbox', past: 'rejected', decide: reject, needsBuild: false },
  retract: {
    folder: 'published',
    past: 'retracted',
    decide: ifUnchangedSinceListed('published', retract),
    needsBuild: true,
  },
  reopen: {
    folder: 'rejected',
    past: 'reopened',
    decide: ifUnchangedSinceListed('rejected', reopen),
    needsBuild: false,
  },
};

function readBulkDecision(form: FormValues, folder: ItemFolder): BulkDecision {
  const name = formField(form, 'do');
  const decision = Object.hasOwn(bulkDecisions, name) ? bulkDecisions[name] : undefined;
  if (decision?.folder !== folder)
    throw new ApiError('bad_request', 'The form contains no action. Go back and use one of its buttons.');
  return decision;
}

const readSelectedItems = (form: FormValues): ItemRevision[] =>
  (form.item ?? []).map((value) => {
    const [id = '', revision = ''] = value.split(' ');
    return { id, revision };
  });

type LoadList = (deps: ConsoleDeps, from: ListQuery) => Promise<unknown>;

/** List that a bulk decision is made on. */
export interface ItemList {
  folder: ItemFolder;
  view: string;
  model: LoadList;
}

export const decideSelected =
  (list: ItemList): RunAction =>
  async (deps, form, { t }) => {
    const decision = readBulkDecision(form, list.folder);
    const request = { list, decision, back: listAddress(folderPaths[list.folder], formField(form, 'back')), t };
    const selected = readSelectedItems(form);
    if (selected.length === 0) return renderListAgain(deps, request, t('Select at least one item.'));
    return decideItems(deps, request, selected, await readFolderIndex(deps.desk, list.folder), decision.decide);
  };

/** Decides about all matching items on every page, except items that arrived after the page was rendered. */
export const decideMatching =
  (list: ItemList): RunAction =>
  async (deps, form, { t }) => {
    const decision = readBulkDecision(form, list.folder);
    const request = { list, decision, back: listAddress(folderPaths[list.folder], formField(form, 'back')), t };
    const until = Number(formField(form, 'writtenUntil'));
    const index = await readFolderIndex(deps.desk, list.folder);
    const published = list.folder === 'inbox' ? new Set(await listItemFiles(deps.desk, 'published')) : undefined;
    const selected = filterItems(index.items, readItemFilter(readQuery(request.back)), published)
      .filter((head) => head.writtenAt <= until)
      .map((head) => ({ id: head.id, revision: String(head.writtenAt) }));
    if (selected.length === 0) return renderListAgain(deps, request, t('Select at least one item.'));
    const decideListed = list.folder === 'inbox' ? ifUnchangedSinceListed('inbox', decision.decide) : decision.decide;
    return decideItems(deps, request, selected, index, decideListed);
  };

interface BulkRequest {
  list: ItemList;
  decision: BulkDecision;
  back: string;
  t: ConsoleTranslate;
}

const partlyDecided: Record<DecisionVerb, ConsoleMessage> = {
  approved: '{count} approved.',
  rejected: '{count} rejected.',
  retracted: '{count} retracted.',
  reopened: '{count} moved to the inbox.',
};

async function decideItems(
  deps: ConsoleDeps,
  request: BulkRequest,
  selected: ItemRevision[],
  { items: heads }: FolderIndex,
  decide: DecideItem,
): Promise<ActionResult> {
  const { past } = request.decision;
  const { t } = request;
  const titles = new Map(heads.map(({ id, title }) => [id, title]));
  const undo = await openUndo(deps.desk, describeDecision[past](t, selected.length));
  const outcomes = await decideMany(
    deps.desk,
    decide as (...args: Parameters<DecideItem>) => Promise<ReviewOutcome<DecisionVerb>>,
    selected,
    undo.keep,
  );
  const decidedItems = selected.filter((_, at) => outcomes[at]!.outcome === past);
  await undo.close(decidedItems.map(({ id }) => id));
  const titleOf = ({ id }: ItemRevision) => titles.get(id) ?? id.slice(0, 100);
  await recordDecisions(
    deps,
    decidedItems.map((one) => ({ action: `item.${past}` as const, id: one.id, detail: titleOf(one) })),
  );
  if (request.decision.needsBuild && decidedItems.length > 0) await deps.builds.request('build');
  const refusedItems = selected.flatMap((one, at) =>
    outcomes[at]!.outcome === past ? [] : [{ title: titleOf(one), why: outcomes[at]!.outcome as string }],
  );
  if (refusedItems.length === 0) return { to: request.back, notice: past, count: decidedItems.length };
  return renderListAgain(
    deps,
    request,
    [t(partlyDecided[past], { count: decidedItems.length }), ...describeRefusals(refusedItems, t)].join(' '),
  );
}

const maxNamedItems = 10;
const causes: Record<string, ConsoleMessage> = {
  conflict: 'Skipped because you and the source both changed them (open each to choose a version): {titles}.',
  undated: 'Skipped because they have no date (open each to set it): {titles}.',
  already_waiting: 'Skipped because a newer version is in the inbox: {titles}.',
  changed: 'Skipped because they have changed: {titles}.',
};

function describeRefusals(refused: { title: string; why: string }[], t: ConsoleTranslate): string[] {
  const byCause = Map.groupBy(refused, ({ why }) => causes[why] ?? causes.changed!);
  return [...byCause].map(([cause, items]) => {
    const titles = items.slice(0, maxNamedItems).map(({ title }) => `“${title}”`);
    const more =
      items.length > maxNamedItems ? ` ${t('and {count} more', { count: items.length - maxNamedItems })}` : '';
    return t(cause, { titles: `${titles.join(', ')}${more}` });
  });
}

const renderListAgain = async (
  deps: ConsoleDeps,
  { list, back }: BulkRequest,
  problem: string,
): Promise<ActionResult> => ({
  view: list.view,
  model: await list.model(deps, readQuery(back)),
  problem,
});

export interface MatchingItems {
  count: number;
  /** Newest modification time among the items in milliseconds since the epoch. */
  writtenUntil: number;
}

/** Offers a decision about all matching items if some are on other pages or the list is filtered by feed. */
export function offerMatching(
  heads: { writtenAt: number }[],
  onPage: number,
  isOfFeed: boolean,
): { matching?: MatchingItems } {
  if (heads.length === 0 || (heads.length <= onPage && !isOfFeed)) return {};
  const writtenUntil = heads.reduce((newest, head) => Math.max(newest, head.writtenAt), 0);
  return { matching: { count: heads.length, writtenUntil } };
}
