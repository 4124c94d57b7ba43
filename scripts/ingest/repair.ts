// Takes personal keys out of items that were stored before ingest did so.
import { existsSync } from 'node:fs';
import type { ItemFile } from '#domain/items/item-file.ts';
import type { Exclusively } from '../../sidecar/content/locks.ts';
import { withValues } from '../../sidecar/content/proposal.ts';
import {
  digestOf,
  isEdited,
  isOfSource,
  saysTheSame,
  type Values,
  valuesOf,
  versionIn,
  writtenVersion,
} from '../../sidecar/content/source-version.ts';
import { type KnownItems, rememberItem, renameKey, type Suspect } from './known-items.ts';
import { digestKeysInName, type PrivateKeys, removeKeys } from './without-keys.ts';
import { itemPath, readItemFile, writeItems } from './write.ts';

export interface RepairDeps {
  contentDir: string;
  /** RFC 3339. */
  now: string;
  known: KnownItems;
  privateKeys: PrivateKeys;
  exclusively: Exclusively;
}

/** Notes what the source says without the keys, so that their removal is no edit by the creator. */
function cleanedVersion({ item }: ItemFile, values: Values, fields: string[]): { fields?: string } {
  const version = versionIn(item);
  if (!version) return {};
  const others = Object.entries(version).filter(([name]) => !fields.includes(name));
  const digests = fields.flatMap((name) => {
    const digest = digestOf(values[name]);
    return digest ? [[name, digest]] : [];
  });
  return { fields: writtenVersion(Object.fromEntries([...others, ...digests])) };
}

/** Undefined if the item has no key. From what the creator wrote, only keys of the room's own feeds are removed. */
export function removeKeysFromItem(file: ItemFile, known: PrivateKeys): ItemFile | undefined {
  const before = valuesOf(file);
  const cleaned = removeKeys(before, known);
  const isLeft = (name: string) =>
    (!isOfSource(name) || isEdited(file, name)) &&
    !known.keys.some((key) => JSON.stringify(before[name]).includes(key));
  const fields = cleaned.fields.filter((name) => !isLeft(name));
  const left = Object.entries(before).filter(([name]) => cleaned.fields.includes(name) && isLeft(name));
  const values: Values = { ...cleaned.values, ...Object.fromEntries(left) };
  const { source } = file.item;
  if (!source) return undefined;
  const key = digestKeysInName(source.key, known);
  const theirs = removeKeys((source.theirs ?? {}) as Values, known);
  if (fields.length + theirs.fields.length === 0 && key === source.key) return undefined;
  const { item, body } = withValues(file, values);
  const changed = Object.keys(before).filter((name) => !saysTheSame(before[name], values[name]));
  const version = cleanedVersion(
    file,
    values,
    changed.filter((name) => isOfSource(name) && !isEdited(file, name)),
  );
  const repaired = { ...source, key, ...version, ...(source.theirs !== undefined && { theirs: theirs.values }) };
  return { item: { ...item, source: repaired }, body };
}

/** Returns what the creator should know. */
export async function removeKeysFromItems({
  contentDir,
  now,
  known,
  privateKeys,
  exclusively,
}: RepairDeps): Promise<string[]> {
  const repair = ({ folder, id }: Suspect) => {
    // A reviewer may have moved it.
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
  return writes.map(({ folder, file }) => `${folder}/${file.item.id}.md: a personal key was removed.`);
}
