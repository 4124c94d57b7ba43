// What a version from the source does to the versions that the room holds: pure, so that every case can be tested.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { listChangedFields } from '../../sidecar/content/edit-summary.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { createProposal, withoutSourceMarks, withValues } from '../../sidecar/content/proposal.ts';
import {
  digestValue,
  isEdited,
  isSourceField,
  isSameValue,
  type ItemValues,
  readItemValues,
  type SourceVersion,
  parseVersion,
  computeVersion,
  formatVersion,
} from '../../sidecar/content/source-version.ts';
import type { ItemFolder } from './known-items.ts';

export type StoredCopies = Partial<Record<ItemFolder, ItemFile>>;

/** `remark`: only the program's mark of the source is different; `settings`: what waits follows those of its feed. */
export interface ItemWrite {
  kind: 'new' | 'change' | 'settings' | 'remark';
  folder: ItemFolder;
  file: ItemFile;
}
export type ItemStep = ItemWrite | { kind: 'withdraw'; folder: 'inbox' };

export interface SourceUpdate {
  /** All that the source says, with its key, its hash and its version. */
  said: ItemFile;
  copies: StoredCopies;
  publishesAtOnce: boolean;
  /** The feed may have other settings than when it was read last. */
  hasNewSettings?: boolean | undefined;
  /** Where the hash is the same, what it leaves out is not. */
  isChangedBeside?: boolean | undefined;
  /** RFC 3339. */
  now: string;
}

/** Marks an item that is published without review. */
export const automaticApproval = (now: string) => ({ approvedAt: now, reviewed: 'auto' as const });

export function applySourceUpdate(arrival: SourceUpdate): ItemStep[] {
  const { said, copies, publishesAtOnce, now } = arrival;
  const { inbox, published, rejected } = copies;
  if (!inbox && !published && !rejected) {
    const folder = publishesAtOnce ? 'published' : 'inbox';
    const item = { ...said.item, ...(publishesAtOnce && automaticApproval(now)) };
    return [{ kind: 'new', folder, file: { ...said, item } }];
  }
  const steps = rejected && !published ? [] : inbox ? updateWaiting(arrival, inbox) : updatePublished(arrival);
  return [
    ...updateKeyOfCopies(arrival).filter(({ folder }) => steps.every((step) => step.folder !== folder)),
    ...steps,
  ];
}

/** The copies that are not written otherwise are known by the new key and feed, too. */
function updateKeyOfCopies(arrival: SourceUpdate): ItemWrite[] {
  const { said, copies } = arrival;
  const { source, sourceFeed } = said.item;
  return Object.entries(copies).flatMap(([folder, copy]): ItemWrite[] => {
    const { item, body } = copy;
    if (item.source?.key === source!.key && item.sourceFeed === sourceFeed) return [];
    const mark = hasSameText(copy, arrival) ? source! : { ...item.source!, key: source!.key };
    const file = { item: { ...item, sourceFeed, source: mark } as StoredItem, body };
    return [{ kind: 'remark', folder: folder as ItemFolder, file }];
  });
}

function updatePublished(arrival: SourceUpdate): ItemStep[] {
  const { said, copies, publishesAtOnce, now } = arrival;
  const published = copies.published!;
  if (hasSameText(published, arrival)) return updateMark('published', published, arrival);
  if (copies.rejected && hasSameText(copies.rejected, arrival)) return updateMark('rejected', copies.rejected, arrival);
  const { file, conflicts } = createProposal(withoutThemes(said), published);
  if (conflicts.length === 0 && listChangedFields(published, file).length === 0)
    return updateMark('published', published, arrival);
  if (!publishesAtOnce || conflicts.length > 0) return [{ kind: 'change', folder: 'inbox', file: withoutThemes(said) }];
  const item = { ...file.item, ...withoutSourceMarks(file.item), ...automaticApproval(now) };
  return [{ kind: 'change', folder: 'published', file: { ...file, item } }];
}

/** A version that waits was not good enough to be published automatically, or was put there by the creator. */
function updateWaiting(arrival: SourceUpdate, inbox: ItemFile): ItemStep[] {
  const { said, copies } = arrival;
  const { published, rejected } = copies;
  if (hasSameHash(inbox, arrival)) return arrival.hasNewSettings && !published ? applyFeedSettings(said, inbox) : [];
  const merged = mergeIntoWaiting(inbox, said);
  const isUntouched = !wasEditedByCreator(inbox);
  if (published && isUntouched && rejected && hasSameText(rejected, arrival))
    return [{ kind: 'withdraw', folder: 'inbox' }];
  if (published) {
    const { file, conflicts } = createProposal(merged, published);
    const isNothing = conflicts.length === 0 && listChangedFields(published, file).length === 0;
    if (isNothing || (isUntouched && hasSameText(published, arrival)))
      return [...updateMark('published', published, arrival), { kind: 'withdraw', folder: 'inbox' }];
  }
  const isOnlyMark = !isChanged(inbox, merged);
  return [{ kind: isOnlyMark ? 'remark' : 'change', folder: 'inbox', file: merged }];
}

/** What the creator has worked on stays as it is. */
function applyFeedSettings(said: ItemFile, inbox: ItemFile): ItemStep[] {
  if (wasEditedByCreator(inbox)) return [];
  const file = mergeIntoWaiting(inbox, said);
  return isChanged(inbox, file) ? [{ kind: 'settings', folder: 'inbox', file }] : [];
}

const isChanged = (before: ItemFile, after: ItemFile): boolean =>
  listChangedFields(before, after).length > 0 || !isSameValue(before.item.source?.theirs, after.item.source?.theirs);

/** The same words, though perhaps under another guid. */
function hasSameText(file: ItemFile, arrival: SourceUpdate): boolean {
  if (hasSameHash(file, arrival)) return true;
  const before = parseVersion(file.item);
  return before !== undefined && isSameValue(before, parseVersion(arrival.said.item));
}

const hasSameHash = ({ item }: ItemFile, { said, isChangedBeside }: SourceUpdate): boolean =>
  item.source?.hash === said.item.source!.hash && !isChangedBeside;

function updateMark(folder: ItemFolder, file: ItemFile, arrival: SourceUpdate): ItemStep[] {
  const { source, sourceFeed } = arrival.said.item;
  const { hash, key, fields } = file.item.source ?? {};
  const isSaid = hasSameHash(file, arrival) || fields === source!.fields;
  if (isSaid && hash === source!.hash && key === source!.key && file.item.sourceFeed === sourceFeed) return [];
  const item = { ...file.item, sourceFeed, source } as StoredItem;
  return [{ kind: 'remark', folder, file: { ...file, item } }];
}

/** Fields that no source knows are those of the published version, until the creator says otherwise. */
function withoutThemes(said: ItemFile): ItemFile {
  const { themeIds: _, ...item } = said.item;
  return { ...said, item };
}

function wasEditedByCreator(waiting: ItemFile): boolean {
  const { decided = [], theirs = {} } = waiting.item.source ?? {};
  return (
    decided.length > 0 ||
    Object.keys(theirs).length > 0 ||
    listFieldNames(waiting).some((name) => isFieldEdited(waiting, name))
  );
}

const listFieldNames = (...files: ItemFile[]): string[] => [
  ...new Set(files.flatMap((file) => Object.keys(readItemValues(file)))),
];
/** Ingest itself writes an empty list of themes. */
const isFieldEdited = (file: ItemFile, name: string): boolean =>
  isSourceField(name) ? isEdited(file, name) : digestValue(readItemValues(file)[name]) !== undefined;

/** What the creator changed on a version that waits stays; where the source changes it, too, both are kept. */
export function mergeIntoWaiting(waiting: ItemFile, said: ItemFile): ItemFile {
  const [before, after] = [parseVersion(waiting.item), parseVersion(said.item)!];
  const [mine, fresh] = [readItemValues(waiting), readItemValues(said)];
  const values: ItemValues = { ...mine };
  const version: Record<string, string | undefined> = { ...after };
  const theirs: ItemValues = {};
  for (const name of listFieldNames(waiting, said).filter(isSourceField)) {
    const isFreshAgain = before !== undefined && before[name] === after[name];
    if (!isEdited(waiting, name)) values[name] = fresh[name];
    else if (!isFreshAgain && !isSameValue(mine[name], fresh[name])) {
      theirs[name] = fresh[name] ?? null;
      // Until the creator has chosen, it is compared with what the source said before.
      version[name] = before?.[name];
    }
  }
  const source = {
    ...said.item.source!,
    fields: formatVersion(withoutUndefinedDigests(version)),
    ...remainingDecisions(waiting, before, after),
    ...(Object.keys(theirs).length > 0 && { theirs }),
  };
  const file = withValues(said, { ...values, ...fieldsOfCreator(waiting) });
  return { ...file, item: { ...file.item, ...laterUpdatedAt(waiting, said), source } };
}

const withoutUndefinedDigests = (version: Record<string, string | undefined>): SourceVersion =>
  Object.fromEntries(Object.entries(version).filter((one): one is [string, string] => one[1] !== undefined));

const fieldsOfCreator = (waiting: ItemFile): ItemValues =>
  Object.fromEntries(Object.entries(readItemValues(waiting)).filter(([name]) => !isSourceField(name)));

/** A decision holds until the source says something else of the field. */
function remainingDecisions(
  { item }: ItemFile,
  before: SourceVersion | undefined,
  after: SourceVersion,
): { decided?: string[] } {
  const decided = (item.source?.decided ?? []).filter((name) => !isSourceField(name) || before?.[name] === after[name]);
  return decided.length > 0 ? { decided } : {};
}

function laterUpdatedAt({ item: { updatedAt: a } }: ItemFile, { item: { updatedAt: b } }: ItemFile) {
  const updatedAt = [a, b]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1);
  return updatedAt === undefined ? {} : { updatedAt };
}

/** Digest of the version at the source, with its fields as the source states them. */
export const withSourceMark = (
  file: ItemFile,
  source: { key: string; hash: string; withheld?: string[] },
): ItemFile => ({
  ...file,
  item: { ...file.item, source: { ...source, fields: formatVersion(computeVersion(file)) } },
});
