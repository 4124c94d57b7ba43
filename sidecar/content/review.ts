// The creator's decisions about items: approve, reject, retract, reopen, edit, choose. Each survives a crash at any point.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
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

/** `changed`: the file is no longer the revision that the reviewer saw. `conflict`: the creator has to choose first. */
type Refusal = NotFound | Invalid | { outcome: 'changed' } | { outcome: 'conflict'; fields: string[] };
export type ReviewOutcome<Done extends string> = { outcome: Done } | Refusal;

/** New values by field name (`null` takes the field away), and a new body where there is one. */
export interface ItemChange {
  fields: Record<string, unknown>;
  body?: string;
}

/** Publishes a waiting item, in place of its older version if there is one. */
export function approve(desk: ReviewDesk, id: string, seen?: string): Promise<ReviewOutcome<'approved'>> {
  return desk.exclusively(async () => {
    const waiting = await readSeen(desk, 'inbox', id, seen);
    if (waiting.outcome !== 'found') return waiting;
    const older = await readItem(desk, 'published', id);
    const { file, conflicts } = createProposal(waiting, older.outcome === 'found' ? older : undefined);
    if (conflicts.length > 0) return { outcome: 'conflict', fields: conflicts.map(({ name }) => name) };
    // In this order a crash in between leaves the item waiting, never published without its date of approval.
    const late = lateEmbargo(file.item, older);
    if (late) return late;
    const { retractedAt: _, reviewed: __, ...before } = file.item;
    const approved = { ...before, ...withoutSourceMarks(file.item), approvedAt: desk.now().toISOString() };
    const item = isDue(approved, desk.now()) ? withoutEmbargo(approved, desk.now()) : approved;
    await writeItem(desk, 'inbox', { item, body: file.body });
    await moveItem(desk, id, 'inbox', 'published');
    return { outcome: 'approved' };
  });
}

/** A published item cannot be embargoed: hide or retract it. */
function lateEmbargo({ liveAt }: StoredItem, older: FoundItem | NotFound | Invalid): Invalid | undefined {
  const isSecret = older.outcome !== 'found' || older.item.liveAt !== undefined;
  return liveAt === undefined || isSecret
    ? undefined
    : { outcome: 'invalid', problems: ['liveAt is for what is not live yet'] };
}

/** Turns a waiting item down, readable or not; the published version of an edit stays. */
export function reject(desk: ReviewDesk, id: string, seen?: string): Promise<ReviewOutcome<'rejected'>> {
  return desk.exclusively(async () => {
    const waiting = seen === undefined ? undefined : await readSeen(desk, 'inbox', id, seen);
    if (waiting && waiting.outcome !== 'found') return waiting;
    return move(desk, id, 'inbox', 'rejected', 'rejected');
  });
}

export interface ItemRevision {
  id: string;
  revision: string;
}
/** At once, as each waits for the disk: a hundred cost little more time than ten. */
const decidedAtOnce = 64;

/** Approves or rejects many items, each as it was seen; the outcomes come in their order. */
export async function decideMany<Done extends string>(
  desk: ReviewDesk,
  decide: (desk: ReviewDesk, id: string, seen: string) => Promise<ReviewOutcome<Done>>,
  items: ItemRevision[],
  /** Gets each group before anything of it is changed. */
  keep: (ids: string[]) => Promise<void> = async () => undefined,
): Promise<ReviewOutcome<Done>[]> {
  const outcomes: ReviewOutcome<Done>[] = [];
  for (let start = 0; start < items.length; start += decidedAtOnce) {
    const group = items.slice(start, start + decidedAtOnce);
    const decideGroup = async (held: ReviewDesk) => {
      await keep(group.map(({ id }) => id));
      return Promise.all(group.map(({ id, revision }) => decide(held, id, revision)));
    };
    outcomes.push(...(await runAsOneChange(desk, decideGroup)));
  }
  return outcomes;
}

/** Several changes that no other program comes between: `work` gets the desk as those have it who hold its lock. */
export const runAsOneChange = <T>(desk: ReviewDesk, work: (held: ReviewDesk) => Promise<T>): Promise<T> =>
  desk.exclusively(() => work({ ...desk, exclusively: (inner) => inner() }));

/** Takes a published item out of the room; it counts as rejected from then on. Its file says when. @spec-gap retracted */
export function retract(desk: ReviewDesk, id: string): Promise<ReviewOutcome<'retracted'>> {
  return desk.exclusively(async () => {
    const published = await readItem(desk, 'published', id);
    // An item that was never public leaves no tombstone.
    if (published.outcome === 'found' && !published.item.liveAt) {
      const { item, body } = published;
      await writeItem(desk, 'published', { item: { ...item, retractedAt: desk.now().toISOString() }, body });
    }
    return move(desk, id, 'published', 'rejected', 'retracted');
  });
}

/** Lets a rejected item wait again, unless a newer version of it waits already. */
export function reopen(
  desk: ReviewDesk,
  id: string,
): Promise<ReviewOutcome<'reopened'> | { outcome: 'already_waiting' }> {
  return desk.exclusively(async () => {
    const waiting = await readItem(desk, 'inbox', id);
    if (waiting.outcome === 'invalid') return waiting;
    if (waiting.outcome === 'found') return { outcome: 'already_waiting' };
    return move(desk, id, 'rejected', 'inbox', 'reopened');
  });
}

/** Changes a waiting or published item; where both exist and no folder is named, the waiting one. */
export function edit(
  desk: ReviewDesk,
  id: string,
  change: ItemChange,
  { folder, seen }: { folder?: 'inbox' | 'published'; seen?: string } = {},
): Promise<ReviewOutcome<'edited'>> {
  return desk.exclusively(async () => {
    const place = folder ?? ((await readItem(desk, 'inbox', id)).outcome === 'not_found' ? 'published' : 'inbox');
    const current = await readSeen(desk, place, id, seen);
    if (current.outcome !== 'found') return current;
    const edited = changed(current, change, desk.now());
    const late = place === 'published' ? lateEmbargo(edited.item, current) : undefined;
    const problems = [...problemsOfChange(change), ...findItemProblems(id, edited.item), ...(late?.problems ?? [])];
    if (problems.length) return { outcome: 'invalid', problems };
    if (place === 'published') await editWaitingToo(desk, current, change);
    await writeItem(desk, place, place === 'inbox' ? withDecidedFields(edited, namesIn(change)) : edited);
    return { outcome: 'edited' };
  });
}

/** A waiting version that says the same of a field as the published one must not bring the old value back. */
async function editWaitingToo(desk: ReviewDesk, published: ItemFile, { fields, body }: ItemChange): Promise<void> {
  const waiting = await readItem(desk, 'inbox', published.item.id);
  if (waiting.outcome !== 'found') return;
  const [old, wanted] = [readItemValues(published), readItemValues(waiting)];
  const isShared = (name: string) =>
    isSourceField(name) && isEdited(waiting, name) && isSameValue(old[name], wanted[name]);
  const shared = Object.fromEntries(Object.entries(fields).filter(([name]) => isShared(name)));
  const change = { fields: shared, ...(body !== undefined && isShared('body') && { body }) };
  if (namesIn(change).length > 0) await writeItem(desk, 'inbox', changed(waiting, change, desk.now()));
}

export interface ConflictChoice {
  name: string;
  side: 'mine' | 'theirs';
}

/** Settles fields that both the creator and the source changed; other fields stay as they are. */
export function resolveConflicts(
  desk: ReviewDesk,
  id: string,
  choices: ConflictChoice[],
  seen?: string,
): Promise<ReviewOutcome<'chosen'>> {
  return desk.exclusively(async () => {
    const waiting = await readSeen(desk, 'inbox', id, seen);
    if (waiting.outcome !== 'found') return waiting;
    const older = await readItem(desk, 'published', id);
    const { conflicts } = createProposal(waiting, older.outcome === 'found' ? older : undefined);
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

const namesIn = ({ fields, body }: ItemChange): string[] => [
  ...Object.keys(fields),
  ...(body === undefined ? [] : ['body']),
];

/** An item that has another language already, which is none, may be edited all the same. */
const problemsOfChange = ({ fields }: ItemChange): string[] => [
  ...programFields.filter((name) => Object.hasOwn(fields, name)).map((name) => `${name} can't be edited`),
  ...(typeof fields.language === 'string' && !languageTag(fields.language)
    ? [`language ${invalidLanguageMessage}`]
    : []),
];

/** Lists that stay, empty, when they are taken away: else approving would bring back those of the published version. */
const ownLists: string[] = ['themeIds', 'socialLinks', 'hiddenOn', 'pullQuotes'] satisfies (keyof StoredItem)[];

function changed(before: ItemFile, { fields, body }: ItemChange, now: Date): ItemFile {
  const current = withVersion(before);
  const emptied = ownLists.filter((name) => fields[name] === null).map((name) => [name, []]);
  const all = { ...current.item, ...fields, ...Object.fromEntries(emptied), updatedAt: now.toISOString() };
  const entries = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  const item = Object.fromEntries(entries);
  return { item: item as StoredItem, body: body ?? current.body };
}

async function move<Done extends string>(
  desk: ReviewDesk,
  id: string,
  from: ItemFolder,
  to: ItemFolder,
  done: Done,
): Promise<ReviewOutcome<Done>> {
  const result = await moveItem(desk, id, from, to);
  return result.outcome === 'moved' ? { outcome: done } : result;
}

async function readSeen(desk: ReviewDesk, folder: ItemFolder, id: string, seen?: string): Promise<FoundItem | Refusal> {
  const current = await readItem(desk, folder, id);
  if (current.outcome !== 'found' || seen === undefined || current.revision === seen) return current;
  return { outcome: 'changed' };
}
