// Merges a waiting version with the published one, field by field, and finds fields that both sides changed.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import {
  isEdited,
  isSourceField,
  programFields,
  isSameValue,
  type ItemValues,
  readItemValues,
  parseVersion,
  formatChangedVersion,
} from './source-version.ts';

/** A field that both the creator and the source changed; the creator has to choose. */
export interface Conflict {
  name: string;
  mine: unknown;
  theirs: unknown;
}

/** Returns the file after approval, with the creator's value of each conflict. */
export function createProposal(waiting: ItemFile, published?: ItemFile) {
  const waitingValues = readItemValues(waiting);
  const theirs = waiting.item.source?.theirs ?? {};
  const storedConflicts = Object.entries(theirs).map(([name, value]): Conflict => ({
    name,
    mine: waitingValues[name],
    theirs: value,
  }));
  if (!published) return { file: waiting, conflicts: storedConflicts };
  const conflicts = [...storedConflicts];
  const values: ItemValues = {};
  const current = readItemValues(published);
  for (const name of new Set([...Object.keys(waitingValues), ...Object.keys(current)])) {
    const winner = Object.hasOwn(theirs, name) ? 'waiting' : chooseWinner(name, waiting, published);
    values[name] = winner === 'waiting' ? waitingValues[name] : current[name];
    if (winner === 'conflict') conflicts.push({ name, mine: current[name], theirs: waitingValues[name] });
  }
  const file = withValues(waiting, values);
  const updatedAt = laterTime(waiting.item.updatedAt, published.item.updatedAt);
  return { file: { ...file, item: { ...file.item, ...(updatedAt && { updatedAt }) } }, conflicts };
}

type Winner = 'waiting' | 'published' | 'conflict';

function chooseWinner(name: string, waiting: ItemFile, published: ItemFile): Winner {
  if (waiting.item.source?.decided?.includes(name)) return 'waiting';
  if (isSourceField(name)) return chooseSourceWinner(name, waiting, published);
  return isEdited(waiting, name) ? 'waiting' : 'published';
}

function chooseSourceWinner(name: string, waiting: ItemFile, published: ItemFile): Winner {
  if (isSameValue(readItemValues(waiting)[name], readItemValues(published)[name])) return 'waiting';
  const version = parseVersion(waiting.item);
  // An older item without versions is treated as the source's.
  if (version && isEdited(waiting, name)) return 'waiting';
  const before = parseVersion(published.item);
  if (version && before && version[name] === before[name]) return 'published';
  return isEdited(published, name) ? 'conflict' : 'waiting';
}

/** Returns the file with other values; `undefined` removes a field. */
export function withValues({ item }: ItemFile, { body, ...fields }: ItemValues): ItemFile {
  const isProgramField = (name: string) => programFields.includes(name);
  const all: ItemValues = { ...item, ...fields };
  const entries = Object.keys(all)
    .map((name) => [name, isProgramField(name) ? all[name] : fields[name]] as const)
    .filter(([, value]) => value !== undefined);
  return { item: Object.fromEntries(entries) as unknown as StoredItem, body: String(body ?? '') };
}

/**
 * Replaces the values of fields that the creator has not edited, together with their digests; `undefined` removes a
 * field. Returns the same file if nothing changes.
 */
export function replaceSourceValues(file: ItemFile, newValues: ItemValues): ItemFile {
  const values = readItemValues(file);
  const names = Object.keys(newValues).filter(
    (name) => isSourceField(name) && !isEdited(file, name) && !isSameValue(newValues[name], values[name]),
  );
  if (names.length === 0) return file;
  const changedFields = Object.fromEntries(names.map((name) => [name, newValues[name]]));
  const { item, body } = withValues(file, { ...values, ...changedFields });
  const version = formatChangedVersion(item, names, newValues);
  return { item: { ...item, ...(item.source && { source: { ...item.source, ...version } }) }, body };
}

const laterTime = (a: string | undefined, b: string | undefined): string | undefined =>
  !a || (b && Date.parse(b) > Date.parse(a)) ? b : a;

/** Returns the source of an item without marks of pending changes. */
export function withoutSourceMarks({ source }: StoredItem): Pick<StoredItem, 'source'> {
  if (!source) return {};
  const { decided: _, theirs: __, ...rest } = source;
  return { source: rest };
}

/** Marks fields that the creator has decided about; they win when the waiting version is approved. */
export function withDecidedFields(file: ItemFile, names: string[]): ItemFile {
  const { source } = file.item;
  if (!source) return file;
  const { theirs = {}, decided = [], ...rest } = source;
  const open = Object.entries(theirs).filter(([name]) => !names.includes(name));
  const decidedNames = Object.keys(theirs).filter((name) => names.includes(name));
  const marks = {
    ...rest,
    // A rejected value counts as the last one of the source.
    ...formatChangedVersion(file.item, decidedNames, theirs),
    decided: [...new Set([...decided, ...names])],
    ...(open.length > 0 && { theirs: Object.fromEntries(open) }),
  };
  return { ...file, item: { ...file.item, source: marks } };
}
