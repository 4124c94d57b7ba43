// Decisions about many items at once: those that were chosen, each as it was seen, or everything of a feed.
import { ApiError } from '#contract/errors.ts';
import { approve, decideMany, type Outcome, reject, type Seen } from '../../content/review.ts';
import type { Desk } from '../../content/review-desk.ts';
import { openUndo } from '../../content/undo.ts';
import { type Action, type Done, field, type Form } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';
import { backTo, queryIn } from '../content/filter.ts';
import { inboxModel } from './page.ts';
import { record } from '../content/record.ts';
import { type Shelf, shelfOf, writtenAt } from '../content/shelf.ts';

type Decided = Outcome<'approved' | 'rejected'>;

const seenIn = (form: Form): Seen[] =>
  (form.item ?? []).map((value) => {
    const [id = '', revision = ''] = value.split(' ');
    return { id, revision };
  });

/** `do` says whether they are approved or rejected. */
export const decideSelected: Action = async (parts, form) => {
  const verb = field(form, 'do');
  if (verb !== 'approve' && verb !== 'reject') throw new ApiError('bad_request', 'Choose to approve or to reject.');
  const seen = seenIn(form);
  const back = backTo('/inbox', field(form, 'back'));
  if (seen.length === 0) return inboxAgain(parts, back, 'No item was chosen: tick the boxes of those that you mean.');
  const titles = titlesOf(await shelfOf(parts.desk, 'inbox'));
  const undo = await openUndo(parts.desk, `${count(seen)} ${verb === 'approve' ? 'approved' : 'rejected'}`);
  const outcomes: Decided[] = await decideMany<'approved' | 'rejected'>(
    parts.desk,
    verb === 'approve' ? approve : reject,
    seen,
    undo.keep,
  );
  await undo.close(decidedOf(seen, outcomes));
  return finish(parts, { back, verb, seen, outcomes, titles });
};

/** What came since the page was made is left waiting: nobody has seen it. */
export const approveFeed: Action = async (parts, form) => {
  const feed = field(form, 'feed');
  const until = Number(field(form, 'writtenUntil'));
  const shelf = await shelfOf(parts.desk, 'inbox');
  const seen = shelf.heads
    .filter((head) => head.sourceFeed === feed && head.writtenAt <= until)
    .map(({ id }) => ({ id, revision: '' }));
  const asSeen = async (held: Desk, id: string) =>
    (writtenAt(held, 'inbox', id) ?? 0) > until ? ({ outcome: 'changed' } as const) : approve(held, id);
  const undo = await openUndo(parts.desk, `${count(seen)} of ${feed} approved`);
  const outcomes = await decideMany(parts.desk, asSeen, seen, undo.keep);
  await undo.close(decidedOf(seen, outcomes));
  const back = backTo('/inbox', field(form, 'back'));
  return finish(parts, { back, verb: 'approve', seen, outcomes, titles: titlesOf(shelf) });
};

const count = ({ length }: Seen[]): string => (length === 1 ? 'one item' : `${length} items`);

const decidedOf = (seen: Seen[], outcomes: Decided[]): string[] =>
  seen.filter((_, at) => ['approved', 'rejected'].includes(outcomes[at]!.outcome)).map(({ id }) => id);

const titlesOf = ({ heads }: Shelf): Map<string, string> => new Map(heads.map(({ id, title }) => [id, title]));

interface Work {
  back: string;
  verb: 'approve' | 'reject';
  seen: Seen[];
  outcomes: Decided[];
  titles: Map<string, string>;
}

async function finish(parts: ConsoleParts, { back, verb, seen, outcomes, titles }: Work): Promise<Done> {
  const done = verb === 'approve' ? 'approved' : 'rejected';
  const titleOf = ({ id }: Seen) => titles.get(id) ?? id.slice(0, 100);
  const decided = seen.filter((_, at) => outcomes[at]!.outcome === done);
  const refused = seen.filter((_, at) => outcomes[at]!.outcome !== done);
  await record(
    parts,
    decided.map((one) => ({ action: `item.${done}` as const, id: one.id, detail: titleOf(one) })),
  );
  if (verb === 'approve' && decided.length > 0) await parts.builds.request('build');
  if (refused.length === 0) return { to: back, notice: done, count: decided.length };
  const isConflict = (one: Seen) => outcomes[seen.indexOf(one)]!.outcome === 'conflict';
  const [conflicts, others] = [refused.filter(isConflict), refused.filter((one) => !isConflict(one))];
  const said = [
    ...(others.length > 0 ? [refusal('they changed or went meanwhile', others.map(titleOf))] : []),
    ...(conflicts.length > 0
      ? [refusal('you and the source changed the same (open them to choose a side)', conflicts.map(titleOf))]
      : []),
  ];
  return inboxAgain(parts, back, [`${decided.length} ${done}.`, ...said].join(' '));
}

const mostNamed = 10;

function refusal(cause: string, titles: string[]): string {
  const named = titles.slice(0, mostNamed).map((title) => `“${title}”`);
  const more = titles.length > mostNamed ? ` and ${titles.length - mostNamed} more` : '';
  return `Not decided, since ${cause}: ${named.join(', ')}${more}.`;
}

async function inboxAgain(parts: ConsoleParts, back: string, problem: string): Promise<Done> {
  return { view: 'inbox', model: await inboxModel(parts, queryIn(back)), problem };
}
