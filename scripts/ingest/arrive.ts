// Merges the version of an item at its source into the copies that the room holds. Pure, so that every case can be
// tested.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { listChangedFields } from '../../sidecar/content/edit-summary.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
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
import type { ItemFolder } from '../../sidecar/content/review-desk.ts';

export type StoredCopies = Partial<Record<ItemFolder, ItemFile>>;

/** `mark`: only the recorded source facts change; `settings`: a waiting item follows new settings of its feed. */
export interface ItemWrite {
  kind: 'new' | 'change' | 'settings' | 'mark';
  folder: ItemFolder;
  file: ItemFile;
}
export type ItemStep = ItemWrite | { kind: 'withdraw'; folder: 'inbox' };

export interface SourceUpdate {
  /** Item as the source states it now, with its key, its hash and its version. */
  incoming: ItemFile;
  copies: StoredCopies;
  publishesWithoutReview: boolean;
  /** True if the settings of the feed may have changed since the last reading. */
  hasNewSettings?: boolean | undefined;
  /** True if something changed that the hash does not cover. */
  hasUnhashedChange?: boolean | undefined;
  /** Time of the ingest in RFC 3339. */
  now: string;
}

/** Returns the fields that mark an item as published without review. */
export const automaticApproval = (now: string) => ({ approvedAt: now, reviewed: 'auto' as const });

export function applySourceUpdate(arrival: SourceUpdate): ItemStep[] {
  const { incoming, copies, publishesWithoutReview, now } = arrival;
  const { inbox, published, rejected } = copies;
  if (!inbox && !published && !rejected) {
    const folder = publishesWithoutReview ? 'published' : 'inbox';
    const item = { ...incoming.item, ...(publishesWithoutReview && automaticApproval(now)) };
    return [{ kind: 'new', folder, file: { ...incoming, item } }];
  }
  const steps = rejected && !published ? [] : inbox ? updateWaiting(arrival, inbox) : updatePublished(arrival);
  return [
    ...updateKeyOfCopies(arrival).filter(({ folder }) => steps.every((step) => step.folder !== folder)),
    ...steps,
  ];
}

/** Writes the new key and feed into every copy that has no other change. */
function updateKeyOfCopies(arrival: SourceUpdate): ItemWrite[] {
  const { incoming, copies } = arrival;
  const { source, sourceFeed } = incoming.item;
  return Object.entries(copies).flatMap(([folder, copy]): ItemWrite[] => {
    const { item, body } = copy;
    if (item.source?.key === source!.key && item.sourceFeed === sourceFeed) return [];
    const mark = hasSameText(copy, arrival) ? source! : { ...item.source!, key: source!.key };
    const file = { item: { ...item, sourceFeed, source: mark } as StoredItem, body };
    return [{ kind: 'mark', folder: folder as ItemFolder, file }];
  });
}

function updatePublished(arrival: SourceUpdate): ItemStep[] {
  const { incoming, copies, publishesWithoutReview, now } = arrival;
  const published = copies.published!;
  if (hasSameText(published, arrival)) return updateMark('published', published, arrival);
  if (copies.rejected && hasSameText(copies.rejected, arrival)) return updateMark('rejected', copies.rejected, arrival);
  const edit = withoutThemes(incoming);
  if (hasNoChange(edit, published)) return updateMark('published', published, arrival);
  const { file, conflicts } = createProposal(edit, published);
  if (!publishesWithoutReview || conflicts.length > 0) return [{ kind: 'change', folder: 'inbox', file: edit }];
  const item = { ...file.item, ...withoutSourceMarks(file.item), ...automaticApproval(now) };
  return [{ kind: 'change', folder: 'published', file: { ...file, item } }];
}

/**
 * Merges into an item that waits because it could not be published automatically or because the creator put it there.
 */
function updateWaiting(arrival: SourceUpdate, inbox: ItemFile): ItemStep[] {
  const { incoming, copies, hasNewSettings } = arrival;
  if (hasSameHash(inbox, arrival)) return hasNewSettings && !copies.published ? applyFeedSettings(incoming, inbox) : [];
  const mergedItem = mergeIntoWaiting(inbox, incoming);
  const withdrawal = withdrawEdit(arrival, inbox, mergedItem);
  return withdrawal ?? [{ kind: isChanged(inbox, mergedItem) ? 'change' : 'mark', folder: 'inbox', file: mergedItem }];
}

/** Withdraws the edit of a published item that its source has reverted; returns undefined for any other edit. */
function withdrawEdit(arrival: SourceUpdate, inbox: ItemFile, merged: ItemFile): ItemStep[] | undefined {
  const { published, rejected } = arrival.copies;
  if (!published) return undefined;
  const withdrawal = { kind: 'withdraw', folder: 'inbox' } as const;
  const isUnedited = !wasEditedByCreator(inbox);
  if (isUnedited && rejected && hasSameText(rejected, arrival)) return [withdrawal];
  const isReverted = hasNoChange(merged, published) || (isUnedited && hasSameText(published, arrival));
  return isReverted ? [...updateMark('published', published, arrival), withdrawal] : undefined;
}

/** Returns true if approving the edit would change nothing. */
function hasNoChange(edit: ItemFile, published: ItemFile): boolean {
  const { file, conflicts } = createProposal(edit, published);
  return conflicts.length === 0 && listChangedFields(published, file).length === 0;
}

/** Leaves items alone that the creator has edited. */
function applyFeedSettings(incoming: ItemFile, inbox: ItemFile): ItemStep[] {
  if (wasEditedByCreator(inbox)) return [];
  const file = mergeIntoWaiting(inbox, incoming);
  return isChanged(inbox, file) ? [{ kind: 'settings', folder: 'inbox', file }] : [];
}

const isChanged = (before: ItemFile, after: ItemFile): boolean =>
  listChangedFields(before, after).length > 0 || !isSameValue(before.item.source?.theirs, after.item.source?.theirs);

/** Returns true if the source states the same text, even under another guid. */
function hasSameText(file: ItemFile, arrival: SourceUpdate): boolean {
  if (hasSameHash(file, arrival)) return true;
  const before = parseVersion(file.item);
  return before !== undefined && isSameValue(before, parseVersion(arrival.incoming.item));
}

const hasSameHash = ({ item }: ItemFile, { incoming, hasUnhashedChange }: SourceUpdate): boolean =>
  item.source?.hash === incoming.item.source!.hash && !hasUnhashedChange;

function updateMark(folder: ItemFolder, file: ItemFile, arrival: SourceUpdate): ItemStep[] {
  const { source, sourceFeed } = arrival.incoming.item;
  const { hash, key, fields } = file.item.source ?? {};
  const isSameVersion = hasSameHash(file, arrival) || fields === source!.fields;
  if (isSameVersion && hash === source!.hash && key === source!.key && file.item.sourceFeed === sourceFeed) return [];
  const item = { ...file.item, sourceFeed, source } as StoredItem;
  return [{ kind: 'mark', folder, file: { ...file, item } }];
}

/** Removes the themes, which no source knows, so that those of the published version stay. */
function withoutThemes(incoming: ItemFile): ItemFile {
  const { themeIds: _, ...item } = incoming.item;
  return { ...incoming, item };
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
/** Treats an empty list of themes as unedited, because ingest itself writes one. */
const isFieldEdited = (file: ItemFile, name: string): boolean =>
  isSourceField(name) ? isEdited(file, name) : digestValue(readItemValues(file)[name]) !== undefined;

/**
 * Merges a new version of the source into a waiting item. Fields that both sides changed keep both values for a
 * choice.
 */
export function mergeIntoWaiting(waiting: ItemFile, incoming: ItemFile): ItemFile {
  const before = parseVersion(waiting.item);
  const after = parseVersion(incoming.item)!;
  const mine = readItemValues(waiting);
  const incomingValues = readItemValues(incoming);
  const values: ItemValues = { ...mine };
  const version: Record<string, string | undefined> = { ...after };
  const theirs: ItemValues = {};
  for (const name of listFieldNames(waiting, incoming).filter(isSourceField)) {
    const isUnchangedAtSource = before !== undefined && before[name] === after[name];
    if (!isEdited(waiting, name)) values[name] = incomingValues[name];
    else if (!isUnchangedAtSource && !isSameValue(mine[name], incomingValues[name])) {
      theirs[name] = incomingValues[name] ?? null;
      // Until the creator has chosen, later versions are compared with the previous one.
      version[name] = before?.[name];
    }
  }
  const source = {
    ...incoming.item.source!,
    fields: formatVersion(omitUndefined(version) as SourceVersion),
    ...remainingDecisions(waiting, before, after),
    ...(Object.keys(theirs).length > 0 && { theirs }),
  };
  const file = withValues(incoming, { ...values, ...fieldsOfCreator(waiting) });
  return { ...file, item: { ...file.item, ...laterUpdatedAt(waiting, incoming), source } };
}

const fieldsOfCreator = (waiting: ItemFile): ItemValues =>
  Object.fromEntries(Object.entries(readItemValues(waiting)).filter(([name]) => !isSourceField(name)));

/** Returns the decisions that still hold: the source has not changed those fields since. */
function remainingDecisions(
  { item }: ItemFile,
  before: SourceVersion | undefined,
  after: SourceVersion,
): { decided?: string[] } {
  const decidedFields = (item.source?.decided ?? []).filter(
    (name) => !isSourceField(name) || before?.[name] === after[name],
  );
  return decidedFields.length > 0 ? { decided: decidedFields } : {};
}

function laterUpdatedAt({ item: { updatedAt: a } }: ItemFile, { item: { updatedAt: b } }: ItemFile) {
  const updatedAt = [a, b]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1);
  return updatedAt === undefined ? {} : { updatedAt };
}

/** Adds the facts about the source, with digests of the fields as the source states them. */
export const withSourceMark = (
  file: ItemFile,
  source: Pick<NonNullable<StoredItem['source']>, 'key' | 'hash' | 'dateText' | 'withheld'>,
): ItemFile => ({
  ...file,
  item: { ...file.item, source: { ...source, fields: formatVersion(computeVersion(file)) } },
});
