// A site that moved to another host: addresses that differ by their host alone are no edit, so that nothing waits for it.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { withValues } from '../../sidecar/content/proposal.ts';
import {
  digestOf,
  isEdited,
  isOfSource,
  type Values,
  valuesOf,
  versionIn,
  writtenVersion,
} from '../../sidecar/content/source-version.ts';
import type { Copies, Step } from './arrive.ts';
import type { Folder, KnownItems } from './known-items.ts';
import { type Matched, pathOf } from './match.ts';

/** From one origin to another, such as `http://old.example` to `https://new.example`. */
export interface Move {
  from: string;
  to: string;
}

/** Fewer may be an edit of single links. */
const fewest = 2;

/** Where most entries that are known from one origin have their pages at another one, under the same paths. */
export function movesOf(entries: Matched[], { byKey }: KnownItems): Move[] {
  const links = entries.flatMap(({ key, entry: { link }, was }) => {
    const before = (was ?? byKey.get(key))?.canonicalUrl;
    return link && before && pathOf(link) === pathOf(before) ? [{ from: originOf(before), to: originOf(link) }] : [];
  });
  const byOrigin = Map.groupBy(links, ({ from }) => from);
  return [...byOrigin].flatMap(([from, all]) => {
    const targets = [...Map.groupBy(all, ({ to }) => to)];
    const [to, same] = targets.reduce((most, one) => (one[1].length > most[1].length ? one : most));
    return to !== from && same.length >= fewest && 2 * same.length > all.length ? [{ from, to }] : [];
  });
}

const originOf = (address: string): string => new URL(address).origin;

/** The versions that the room holds, as they would be had the site always been where it is now. */
export function movedCopies(copies: Copies, moves: Move[], now: string): Copies {
  if (moves.length === 0) return copies;
  const { inbox, published } = copies;
  return {
    ...copies,
    ...(inbox && { inbox: movedFile(inbox, moves) }),
    ...(published && { published: approvedAt(published, movedFile(published, moves), now) }),
  };
}

/** Clients that ask for what changed since a date get the new version. */
export const approvedAt = (before: ItemFile, after: ItemFile, now: string): ItemFile =>
  before === after ? before : { ...after, item: { ...after.item, approvedAt: now } };

/** What the creator has changed stays as it is. */
function movedFile(file: ItemFile, moves: Move[]): ItemFile {
  const values = valuesOf(file);
  const names = Object.keys(values).filter((name) => isOfSource(name) && !isEdited(file, name));
  const moved: Values = Object.fromEntries(names.map((name) => [name, movedValue(values[name], moves)]));
  const changed = names.filter((name) => digestOf(moved[name]) !== digestOf(values[name]));
  if (changed.length === 0) return file;
  const { item, body } = withValues(file, { ...values, ...moved });
  return { item: { ...item, ...versionOfMoved(file.item, moved, changed) }, body };
}

function versionOfMoved(item: StoredItem, moved: Values, changed: string[]): Pick<StoredItem, 'source'> {
  const version = versionIn(item);
  if (!version) return {};
  const digests = Object.fromEntries(changed.map((name) => [name, digestOf(moved[name])!]));
  return { source: { ...item.source!, fields: writtenVersion({ ...version, ...digests }) } };
}

/** Addresses in lists and texts, too. */
function movedValue(value: unknown, moves: Move[]): unknown {
  if (typeof value === 'string')
    return moves.reduce((text, { from, to }) => text.replaceAll(`${from}/`, `${to}/`), value);
  if (Array.isArray(value)) return value.map((one) => movedValue(one, moves));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, movedValue(one, moves)]));
}

/** What else has to be written, so that the files say where everything is now. */
export const stepsOfMove = (before: Copies, after: Copies, steps: Step[]): Step[] =>
  (Object.keys(after) as Folder[])
    .filter((folder) => after[folder] !== before[folder] && steps.every((step) => step.folder !== folder))
    .map((folder) => ({ kind: 'remark', folder, file: after[folder]! }));

export const moveNotices = (moves: Move[]): string[] =>
  moves.map(({ from, to }) => `The site moved from ${from} to ${to}: addresses of known items follow it.`);
