// The source's last values of an item, as digests in its file, which show whether the creator or the source changed a
// field.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import type { ItemFile } from '#domain/items/item-file.ts';

/** Digests by field name (`body` is the text); a field without a value has none. */
export type SourceVersion = Readonly<Record<string, string>>;

/** Fields that only the creator sets. */
export const creatorFields = [
  'themeIds',
  'socialLinks',
  'engagementScore',
  'hiddenOn',
  'liveAt',
  'pullQuotes',
] as const;
/** Fields that identify the item or are written by programs. */
export const programFields: readonly string[] = [
  'id',
  'source',
  'sourceFeed',
  'approvedAt',
  'reviewed',
  'retractedAt',
  'updatedAt',
];
const nonSourceFields = new Set<string>([...creatorFields, ...programFields]);

export type ItemValues = Record<string, unknown>;

/** Returns the values of a version without the programs' own fields. */
export const readItemValues = ({ item, body }: ItemFile): ItemValues => ({
  ...Object.fromEntries(Object.entries(item).filter(([name]) => !programFields.includes(name))),
  body: body.trim(),
});

export const isSourceField = (name: string): boolean => !nonSourceFields.has(name);

export const computeVersion = (file: ItemFile): SourceVersion =>
  Object.fromEntries(
    Object.entries(readItemValues(file)).flatMap(([name, value]) => {
      const digest = isSourceField(name) ? digestValue(value) : undefined;
      return digest ? [[name, digest]] : [];
    }),
  );

/** Returns the digest of a value; a missing value, an empty text and an empty list are equal. */
export function digestValue(value: unknown): string | undefined {
  const text = toStableJson(value);
  return text === undefined || text === '""' || text === '[]' || text === 'null'
    ? undefined
    : sha256(text).slice(0, 12);
}

export const isSameValue = (a: unknown, b: unknown): boolean => digestValue(a) === digestValue(b);

/** Returns JSON with sorted keys. A file cannot hold half a surrogate pair. */
function toStableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'string') return part.toWellFormed();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export const formatVersion = (version: SourceVersion): string =>
  Object.entries(version)
    .map(([name, digest]) => `${name}:${digest}`)
    .join(' ');

/** Returns the version with the digests of new values, so that they do not count as edits by the creator. */
export function formatChangedVersion(item: StoredItem, names: string[], values: ItemValues): { fields?: string } {
  const version = parseVersion(item);
  if (!version) return {};
  const digests = names.flatMap((name) => {
    const digest = digestValue(values[name]);
    return digest ? [[name, digest] as const] : [];
  });
  const others = Object.entries(version).filter(([name]) => !names.includes(name));
  return { fields: formatVersion(Object.fromEntries([...others, ...digests])) };
}

/** Returns the version of an item; undefined for an older item without versions. */
export function parseVersion({ source }: Pick<StoredItem, 'source'>): SourceVersion | undefined {
  if (source?.fields === undefined) return undefined;
  return Object.fromEntries(
    source.fields
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split(':') as [string, string]),
  );
}

/**
 * Returns true if the creator has changed the field since the source set it. For an older item without versions, this
 * is known only for the item as a whole: edits have times with milliseconds, and feeds have none.
 */
export function isEdited(file: ItemFile, name: string): boolean {
  const value = readItemValues(file)[name];
  if (!isSourceField(name)) return value !== undefined;
  const version = parseVersion(file.item);
  return version ? digestValue(value) !== version[name] : wasEverEdited(file.item);
}

export const wasEverEdited = ({ updatedAt = '' }: StoredItem): boolean => /\.\d{3}Z$/.test(updatedAt);

/** Returns the item with the version that it must be compared with later, if it is still known. */
export function withVersion(file: ItemFile): ItemFile {
  const { source } = file.item;
  if (!source || source.fields !== undefined || wasEverEdited(file.item)) return file;
  return { ...file, item: { ...file.item, source: { ...source, fields: formatVersion(computeVersion(file)) } } };
}
