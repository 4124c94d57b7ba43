// Decisions about many items at once: the selected ones, or all that match a list's filter. Items that changed since they were shown are left alone.
import { decidedWords, type Past } from './decided-words.ts';
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
import { backTo, filterOf, narrowed, type Query, queryIn } from './filter.ts';
import { record } from './record.ts';
import { namesIn, type Shelf, shelfOf, writtenAt } from './shelf.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

type Decided = ReviewOutcome<Past> | { outcome: 'already_waiting' };
type Decide = (desk: ReviewDesk, id: string, seen?: string) => Promise<Decided>;

interface Verb {
  folder: ItemFolder;
  past: Past;
  decide: Decide;
  /** Whether the decision changes the room, so that it is built again. */
  isBuilt: boolean;
}

/** A list of heads names an item as it was seen by the time of its file. */
const asListed =
  (folder: ItemFolder, decide: Decide): Decide =>
  async (desk, id, seen) =>
    String(writtenAt(desk, folder, id)) === seen ? decide(desk, id) : { outcome: 'changed' };

const verbs: Record<string, Verb> = {
  approve: { folder: 'inbox', past: 'approved', decide: approve, isBuilt: true },
  reject: { folder: 'inbox', past: 'rejected', decide: reject, isBuilt: false },
  retract: { folder: 'published', past: 'retracted', decide: asListed('published', retract), isBuilt: true },
  reopen: { folder: 'rejected', past: 'reopened', decide: asListed('rejected', reopen), isBuilt: false },
};

function verbIn(form: FormValues, folder: ItemFolder): Verb {
  const name = formField(form, 'do');
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb?.folder !== folder) throw new ApiError('bad_request', 'The form does not say what to do.');
  return verb;
}

const seenIn = (form: FormValues): ItemRevision[] =>
  (form.item ?? []).map((value) => {
    const [id = '', revision = ''] = value.split(' ');
    return { id, revision };
  });

type ShowAgain = (deps: ConsoleDeps, from: Query) => Promise<unknown>;

/** The list that the decision is made on. */
export interface DecidedList {
  folder: ItemFolder;
  view: string;
  model: ShowAgain;
}

export const decideSelected =
  (list: DecidedList): RunAction =>
  async (deps, form, { t }) => {
    const verb = verbIn(form, list.folder);
    const work = { list, verb, back: backTo(folderPaths[list.folder], formField(form, 'back')), t };
    const seen = seenIn(form);
    if (seen.length === 0)
      return showAgain(deps, work, t('No item was chosen: tick the boxes of those that you mean.'));
    return decide(deps, work, seen, await shelfOf(deps.desk, list.folder), verb.decide);
  };

/** All that match, on every page, except those that arrived after the page was made: nobody has seen them. */
export const decideMatching =
  (list: DecidedList): RunAction =>
  async (deps, form, { t }) => {
    const verb = verbIn(form, list.folder);
    const work = { list, verb, back: backTo(folderPaths[list.folder], formField(form, 'back')), t };
    const until = Number(formField(form, 'writtenUntil'));
    const shelf = await shelfOf(deps.desk, list.folder);
    const published = list.folder === 'inbox' ? new Set(await namesIn(deps.desk, 'published')) : undefined;
    const seen = narrowed(shelf.heads, filterOf(queryIn(work.back)), published)
      .filter((head) => head.writtenAt <= until)
      .map((head) => ({ id: head.id, revision: String(head.writtenAt) }));
    if (seen.length === 0)
      return showAgain(deps, work, t('No item was chosen: tick the boxes of those that you mean.'));
    const decideListed = list.folder === 'inbox' ? asListed('inbox', verb.decide) : verb.decide;
    return decide(deps, work, seen, shelf, decideListed);
  };

interface Work {
  list: DecidedList;
  verb: Verb;
  back: string;
  t: ConsoleTranslate;
}

const partlyDecided: Record<Past, ConsoleMessage> = {
  approved: '{count} approved.',
  rejected: '{count} rejected.',
  retracted: '{count} retracted.',
  reopened: '{count} reopened.',
};

async function decide(
  deps: ConsoleDeps,
  work: Work,
  seen: ItemRevision[],
  { heads }: Shelf,
  by: Decide,
): Promise<ActionResult> {
  const { past } = work.verb;
  const { t } = work;
  const titles = new Map(heads.map(({ id, title }) => [id, title]));
  const undo = await openUndo(deps.desk, decidedWords[past](t, seen.length));
  const outcomes = await decideMany(
    deps.desk,
    by as (...of: Parameters<Decide>) => Promise<ReviewOutcome<Past>>,
    seen,
    undo.keep,
  );
  const decided = seen.filter((_, at) => outcomes[at]!.outcome === past);
  await undo.close(decided.map(({ id }) => id));
  const titleOf = ({ id }: ItemRevision) => titles.get(id) ?? id.slice(0, 100);
  await record(
    deps,
    decided.map((one) => ({ action: `item.${past}` as const, id: one.id, detail: titleOf(one) })),
  );
  if (work.verb.isBuilt && decided.length > 0) await deps.builds.request('build');
  const refused = seen.flatMap((one, at) =>
    outcomes[at]!.outcome === past ? [] : [{ title: titleOf(one), why: outcomes[at]!.outcome as string }],
  );
  if (refused.length === 0) return { to: work.back, notice: past, count: decided.length };
  return showAgain(deps, work, [t(partlyDecided[past], { count: decided.length }), ...refusals(refused, t)].join(' '));
}

const mostNamed = 10;
const causes: Record<string, ConsoleMessage> = {
  conflict: 'Not decided, since you and the source changed the same (open them to choose a side): {titles}.',
  already_waiting: 'Not decided, since a newer version waits already: {titles}.',
  changed: 'Not decided, since they changed or went meanwhile: {titles}.',
};

function refusals(refused: { title: string; why: string }[], t: ConsoleTranslate): string[] {
  const byCause = Map.groupBy(refused, ({ why }) => causes[why] ?? causes.changed!);
  return [...byCause].map(([cause, those]) => {
    const named = those.slice(0, mostNamed).map(({ title }) => `“${title}”`);
    const more = those.length > mostNamed ? ` ${t('and {count} more', { count: those.length - mostNamed })}` : '';
    return t(cause, { titles: `${named.join(', ')}${more}` });
  });
}

const showAgain = async (deps: ConsoleDeps, { list, back }: Work, problem: string): Promise<ActionResult> => ({
  view: list.view,
  model: await list.model(deps, queryIn(back)),
  problem,
});

export interface Matching {
  count: number;
  /** Milliseconds. */
  writtenUntil: number;
}

/** Offered where not all that match stand on the page, or where a list is of one feed. */
export function matchingOf(heads: { writtenAt: number }[], onPage: number, isOfFeed: boolean): { matching?: Matching } {
  if (heads.length === 0 || (heads.length <= onPage && !isOfFeed)) return {};
  const writtenUntil = heads.reduce((newest, head) => Math.max(newest, head.writtenAt), 0);
  return { matching: { count: heads.length, writtenUntil } };
}
