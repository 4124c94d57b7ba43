// The creator's decisions about items: approve, reject, retract, reopen, edit, resolve conflicts. Each survives a crash
// at any point.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { type ItemFile, missingDate } from '#domain/items/item-file.ts';
import { languageTag, invalidLanguageMessage } from '#domain/text/language-tag.ts';
import { isDue, withoutEmbargo } from './embargo.ts';
import { withDecidedFields, createProposal, withoutSourceMarks, withValues } from './proposal.ts';
import {
  type ReviewDesk,
  type ItemFolder,
  type FoundItem,
  type Invalid,
  moveItem,
  type NotFound,
  findItem,
  findItemProblems,
  readItem,
  writeItem,
} from './review-desk.ts';
import {
  isEdited,
  isSourceField,
  programFields,
  isSameValue,
  type ItemValues,
  readItemValues,
  withVersion,
} from './source-version.ts';

/**
 * `changed`: the file differs from the revision that the reviewer saw. `conflict`: the creator has to choose first.
 * `undated`: the creator has to set the date first.
 */
type ReviewFailure =
  NotFound | Invalid | { outcome: 'changed' } | { outcome: 'undated' } | { outcome: 'conflict'; fields: string[] };
export type ReviewOutcome<Done extends string> = { outcome: Done } | ReviewFailure;

/** New values by field name (`null` removes a field), and a new body if there is one. */
export interface ItemChange {
  fields: Record<string, unknown>;
  body?: string;
}

/** Publishes a waiting item and replaces its older version. */
export function approve(desk: ReviewDesk, id: string, seenRevision?: string): Promise<ReviewOutcome<'approved'>> {
  return desk.exclusively(async () => {
    const waiting = await readAtRevision(desk, 'inbox', id, seenRevision);
    if (waiting.outcome !== 'found') return waiting;
    const older = await findItem(desk, 'published', id);
    const { file, conflicts } = createProposal(waiting, older);
    if (conflicts.length > 0) return { outcome: 'conflict', fields: conflicts.map(({ name }) => name) };
    // In this order, a crash leaves the item waiting and never published without its date of approval.
    const embargoProblem = findLateEmbargo(file.item, older);
    if (embargoProblem) return embargoProblem;
    const { retractedAt: _, reviewed: __, ...before } = file.item;
    const approvedAt = desk.now().toISOString();
    // @spec-gap undated
    if (!before.date && before.source?.dateText) return { outcome: 'undated' };
    const approved = { ...before, date: before.date ?? approvedAt, ...withoutSourceMarks(file.item), approvedAt };
    const item = isDue(approved, desk.now()) ? withoutEmbargo(approved, desk.now()) : approved;
    await writeItem(desk, 'inbox', { item, body: file.body });
    await moveItem(desk, id, 'inbox', 'published');
    return { outcome: 'approved' };
  });
}

/** Rejects an embargo on a published item, which can only be hidden or retracted. */
function findLateEmbargo({ liveAt }: StoredItem, older: FoundItem | undefined): Invalid | undefined {
  const isSecret = !older || older.item.liveAt !== undefined;
  return liveAt === undefined || isSecret
    ? undefined
    : { outcome: 'invalid', problems: ['liveAt is for what is not live yet'] };
}

/** Rejects a waiting item, valid or not; the published version of an edit stays. */
export function reject(desk: ReviewDesk, id: string, seenRevision?: string): Promise<ReviewOutcome<'rejected'>> {
  return desk.exclusively(async () => {
    const waiting = seenRevision === undefined ? undefined : await readAtRevision(desk, 'inbox', id, seenRevision);
    if (waiting && waiting.outcome !== 'found') return waiting;
    return moveAndReport(desk, id, 'inbox', 'rejected', 'rejected');
  });
}

export interface ItemRevision {
  id: string;
  revision: string;
}
/** Number of items that are decided concurrently, since each waits for the disk. */
const concurrentDecisions = 64;

/** Approves or rejects many items at their revisions; the outcomes are in the same order. */
export async function decideMany<Done extends string>(
  desk: ReviewDesk,
  decide: (desk: ReviewDesk, id: string, seenRevision: string) => Promise<ReviewOutcome<Done>>,
  items: ItemRevision[],
  /** Called with each group before it is changed. */
  onGroup: (ids: string[]) => Promise<void> = async () => undefined,
): Promise<ReviewOutcome<Done>[]> {
  const outcomes: ReviewOutcome<Done>[] = [];
  for (let start = 0; start < items.length; start += concurrentDecisions) {
    const group = items.slice(start, start + concurrentDecisions);
    const decideGroup = async (lockedDesk: ReviewDesk) => {
      await onGroup(group.map(({ id }) => id));
      return Promise.all(group.map(({ id, revision }) => decide(lockedDesk, id, revision)));
    };
    outcomes.push(...(await runAsOneChange(desk, decideGroup)));
  }
  return outcomes;
}

/** Runs several changes without those of other programs in between. `work` gets a desk that already holds the lock. */
export const runAsOneChange = <T>(desk: ReviewDesk, work: (lockedDesk: ReviewDesk) => Promise<T>): Promise<T> =>
  desk.exclusively(() => work({ ...desk, exclusively: (inner) => inner() }));

/**
 * Removes a published item from the room and marks it as rejected, with the time of retraction in its file.
 * @spec-gap retracted
 */
export function retract(desk: ReviewDesk, id: string): Promise<ReviewOutcome<'retracted'>> {
  return desk.exclusively(async () => {
    const published = await findItem(desk, 'published', id);
    // An item that was never public leaves no tombstone.
    if (published && !published.item.liveAt) {
      const { item, body } = published;
      await writeItem(desk, 'published', { item: { ...item, retractedAt: desk.now().toISOString() }, body });
    }
    return moveAndReport(desk, id, 'published', 'rejected', 'retracted');
  });
}

/** Returns a rejected item to the inbox, unless a newer version waits already. */
export function reopen(
  desk: ReviewDesk,
  id: string,
): Promise<ReviewOutcome<'reopened'> | { outcome: 'already_waiting' }> {
  return desk.exclusively(async () => {
    const waiting = await readItem(desk, 'inbox', id);
    if (waiting.outcome === 'invalid') return waiting;
    if (waiting.outcome === 'found') return { outcome: 'already_waiting' };
    return moveAndReport(desk, id, 'rejected', 'inbox', 'reopened');
  });
}

/** Changes a waiting or published item; by default the waiting one if both exist. */
export function edit(
  desk: ReviewDesk,
  id: string,
  change: ItemChange,
  { folder, seenRevision }: { folder?: 'inbox' | 'published'; seenRevision?: string } = {},
): Promise<ReviewOutcome<'edited'>> {
  return desk.exclusively(async () => {
    const target = folder ?? ((await readItem(desk, 'inbox', id)).outcome === 'not_found' ? 'published' : 'inbox');
    const current = await readAtRevision(desk, target, id, seenRevision);
    if (current.outcome !== 'found') return current;
    const edited = applyChange(current, change, desk.now());
    const embargoProblem = target === 'published' ? findLateEmbargo(edited.item, current) : undefined;
    const problems = [
      ...findChangeProblems(change),
      ...findItemProblems(id, edited.item),
      ...(embargoProblem?.problems ?? []),
    ];
    if (problems.length) return { outcome: 'invalid', problems };
    if (target === 'published') await editWaitingToo(desk, current, change);
    await writeItem(desk, target, target === 'inbox' ? withDecidedFields(edited, listChangedNames(change)) : edited);
    return { outcome: 'edited' };
  });
}

/**
 * Applies an edit to the waiting version as well, if both had the same value, so that approving it does not restore the
 * old value.
 */
async function editWaitingToo(desk: ReviewDesk, published: ItemFile, { fields, body }: ItemChange): Promise<void> {
  const waiting = await findItem(desk, 'inbox', published.item.id);
  if (!waiting) return;
  const publishedValues = readItemValues(published);
  const waitingValues = readItemValues(waiting);
  const isShared = (name: string) =>
    isSourceField(name) && isEdited(waiting, name) && isSameValue(publishedValues[name], waitingValues[name]);
  const sharedFields = Object.fromEntries(Object.entries(fields).filter(([name]) => isShared(name)));
  const change = { fields: sharedFields, ...(body !== undefined && isShared('body') && { body }) };
  if (listChangedNames(change).length > 0) await writeItem(desk, 'inbox', applyChange(waiting, change, desk.now()));
}

export interface ConflictChoice {
  name: string;
  side: 'mine' | 'theirs';
}

/** Resolves conflicts between the creator and the source; other fields stay unchanged. */
export function resolveConflicts(
  desk: ReviewDesk,
  id: string,
  choices: ConflictChoice[],
  seenRevision?: string,
): Promise<ReviewOutcome<'chosen'>> {
  return desk.exclusively(async () => {
    const waiting = await readAtRevision(desk, 'inbox', id, seenRevision);
    if (waiting.outcome !== 'found') return waiting;
    const { conflicts } = createProposal(waiting, await findItem(desk, 'published', id));
    const values: ItemValues = readItemValues(waiting);
    for (const { name, side } of choices) {
      const conflict = conflicts.find((one) => one.name === name);
      if (!conflict) return { outcome: 'invalid', problems: [`${name} is not in conflict`] };
      values[name] = conflict[side] ?? undefined;
    }
    const names = choices.map(({ name }) => name);
    await writeItem(desk, 'inbox', withDecidedFields(withValues(waiting, values), names));
    return { outcome: 'chosen' };
  });
}

const listChangedNames = ({ fields, body }: ItemChange): string[] => [
  ...Object.keys(fields),
  ...(body === undefined ? [] : ['body']),
];

/** Returns the problems of a change. An existing invalid language does not prevent other edits. */
const findChangeProblems = ({ fields }: ItemChange): string[] => [
  ...programFields.filter((name) => Object.hasOwn(fields, name)).map((name) => `${name} can't be edited`),
  ...(fields.date === null ? [missingDate] : []),
  ...(typeof fields.language === 'string' && !languageTag(fields.language)
    ? [`language ${invalidLanguageMessage}`]
    : []),
];

/** Lists that become empty when they are removed: otherwise approving would restore those of the published version. */
const keptLists: string[] = ['themeIds', 'socialLinks', 'hiddenOn', 'pullQuotes'] satisfies (keyof StoredItem)[];

function applyChange(before: ItemFile, { fields, body }: ItemChange, now: Date): ItemFile {
  const current = withVersion(before);
  const emptyLists = keptLists.filter((name) => fields[name] === null).map((name) => [name, []]);
  const all = { ...current.item, ...fields, ...Object.fromEntries(emptyLists), updatedAt: now.toISOString() };
  const entries = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  const item = Object.fromEntries(entries);
  return { item: item as StoredItem, body: body ?? current.body };
}

async function moveAndReport<Done extends string>(
  desk: ReviewDesk,
  id: string,
  from: ItemFolder,
  to: ItemFolder,
  done: Done,
): Promise<ReviewOutcome<Done>> {
  const result = await moveItem(desk, id, from, to);
  return result.outcome === 'moved' ? { outcome: done } : result;
}

async function readAtRevision(
  desk: ReviewDesk,
  folder: ItemFolder,
  id: string,
  seenRevision?: string,
): Promise<FoundItem | ReviewFailure> {
  const current = await readItem(desk, folder, id);
  if (current.outcome !== 'found' || seenRevision === undefined || current.revision === seenRevision) return current;
  return { outcome: 'changed' };
}
