// What the source last said of each field of an item, as digests in its file: enough to tell who changed what since.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import type { ItemFile } from '#domain/items/item-file.ts';

/** Field name (`body` is the text) → digest; a field without a value has none. */
export type SourceVersion = Readonly<Record<string, string>>;

/** Fields that no source knows. */
export const creatorFields = [
  'themeIds',
  'socialLinks',
  'engagementScore',
  'hiddenOn',
  'liveAt',
  'pullQuotes',
] as const;
/** Fields that name the item or are written by the programs. */
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

/** All that a version says, the programs' own fields left out. */
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

/** Nothing, an empty text and an empty list are the same. */
export function digestValue(value: unknown): string | undefined {
  const text = stable(value);
  return text === undefined || text === '""' || text === '[]' || text === 'null'
    ? undefined
    : sha256(text).slice(0, 12);
}

export const isSameValue = (a: unknown, b: unknown): boolean => digestValue(a) === digestValue(b);

/** JSON with sorted keys; a file cannot hold half a surrogate pair. */
function stable(value: unknown): string | undefined {
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

/** Undefined for an item from before versions were kept. */
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
 * Whether the creator has changed the field since the source said it. An item from before versions were kept tells only
 * whether the creator has edited anything: those instants have milliseconds, and the dates of feeds have none.
 */
export function isEdited(file: ItemFile, name: string): boolean {
  const value = readItemValues(file)[name];
  if (!isSourceField(name)) return value !== undefined;
  const version = parseVersion(file.item);
  return version ? digestValue(value) !== version[name] : wasEverEdited(file.item);
}

export const wasEverEdited = ({ updatedAt = '' }: StoredItem): boolean => /\.\d{3}Z$/.test(updatedAt);

/** The item with the version that it must be compared with later, if that is still known. */
export function withVersion(file: ItemFile): ItemFile {
  const { source } = file.item;
  if (!source || source.fields !== undefined || wasEverEdited(file.item)) return file;
  return { ...file, item: { ...file.item, source: { ...source, fields: formatVersion(computeVersion(file)) } } };
}
