// Removes personal keys from items that were stored before ingest removed keys.
import { existsSync } from 'node:fs';
import type { Notice } from '#contract/notices.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import type { RunExclusively } from '../../sidecar/content/locks.ts';
import { withValues } from '../../sidecar/content/proposal.ts';
import {
  isEdited,
  isSourceField,
  isSameValue,
  type ItemValues,
  readItemValues,
  formatChangedVersion,
} from '../../sidecar/content/source-version.ts';
import { type KnownItems, rememberItem, renameKey, type Suspect } from './known-items.ts';
import { digestKeysInName, type PrivateKeys, removeKeys } from './without-keys.ts';
import { itemPath, readItemFile, writeItems } from './write.ts';

export interface RepairDeps {
  contentDir: string;
  /** Time of the ingest in RFC 3339. */
  now: string;
  known: KnownItems;
  privateKeys: PrivateKeys;
  exclusively: RunExclusively;
}

/** Returns undefined if the item has no key. From the creator's own text, only keys of the room's feeds are removed. */
export function removeKeysFromItem(file: ItemFile, known: PrivateKeys): ItemFile | undefined {
  const before = readItemValues(file);
  const cleaned = removeKeys(before, known);
  const isKept = (name: string) =>
    (!isSourceField(name) || isEdited(file, name)) &&
    !known.keys.some((key) => JSON.stringify(before[name]).includes(key));
  const fields = cleaned.fields.filter((name) => !isKept(name));
  const untouched = Object.entries(before).filter(([name]) => cleaned.fields.includes(name) && isKept(name));
  const values: ItemValues = { ...cleaned.values, ...Object.fromEntries(untouched) };
  const { source } = file.item;
  if (!source) return undefined;
  const key = digestKeysInName(source.key, known);
  const theirs = removeKeys((source.theirs ?? {}) as ItemValues, known);
  if (fields.length + theirs.fields.length === 0 && key === source.key) return undefined;
  const { item, body } = withValues(file, values);
  const changedNames = Object.keys(before).filter((name) => !isSameValue(before[name], values[name]));
  const sourceNames = changedNames.filter((name) => isSourceField(name) && !isEdited(file, name));
  const version = formatChangedVersion(file.item, sourceNames, values);
  const repaired = { ...source, key, ...version, ...(source.theirs !== undefined && { theirs: theirs.values }) };
  return { item: { ...item, source: repaired }, body };
}

/** Removes keys from all suspects and returns notices for the creator. */
export async function removeKeysFromItems({
  contentDir,
  now,
  known,
  privateKeys,
  exclusively,
}: RepairDeps): Promise<Notice[]> {
  const repair = ({ folder, id }: Suspect) => {
    // A reviewer may have moved the file.
    if (!existsSync(itemPath(contentDir, folder, id))) return [];
    const file = removeKeysFromItem(readItemFile(contentDir, folder, id) as ItemFile, privateKeys);
    if (!file) return [];
    const item = folder === 'published' ? { ...file.item, approvedAt: now } : file.item;
    return [{ folder, file: { ...file, item } }];
  };
  const repairable = known.suspects.filter((one) => repair(one).length > 0);
  if (repairable.length === 0) return [];
  const writes = await exclusively(async () => {
    const repaired = repairable.flatMap(repair);
    await writeItems(contentDir, repaired);
    return repaired;
  });
  for (const { folder, file } of writes) {
    const before = [...known.byKey.values()].find(({ id }) => id === file.item.id);
    if (before && before.key !== file.item.source!.key) renameKey(known, before, file.item.source!.key);
    rememberItem(known, folder, file.item);
  }
  return writes.map(({ folder, file }) => ({ code: 'key_removed', details: { file: `${folder}/${file.item.id}.md` } }));
}
