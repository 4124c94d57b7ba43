// Detects sites that moved to another host. Addresses that differ only by their host are not edits that wait for
// review.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { withValues } from '../../sidecar/content/proposal.ts';
import {
  digestValue,
  isEdited,
  isSourceField,
  type ItemValues,
  readItemValues,
  parseVersion,
  formatVersion,
} from '../../sidecar/content/source-version.ts';
import type { StoredCopies, ItemStep } from './arrive.ts';
import type { KnownItems } from './known-items.ts';
import type { ItemFolder } from '../../sidecar/content/review-desk.ts';
import { type MatchedEntry, pathAndQuery } from './match.ts';

/** Move from one origin to another, such as `http://old.example` to `https://new.example`. */
export interface HostMove {
  from: string;
  to: string;
}

/** Smallest number of links that counts as a move; fewer may be edits of single links. */
const minLinks = 2;

/** Detects origins from which most known entries have moved to another origin under the same paths. */
export function detectMoves(entries: MatchedEntry[], { byKey }: KnownItems): HostMove[] {
  const links = entries.flatMap(({ key, entry: { link }, previous }) => {
    const before = (previous ?? byKey.get(key))?.canonicalUrl;
    return link && before && pathAndQuery(link) === pathAndQuery(before)
      ? [{ from: readOrigin(before), to: readOrigin(link) }]
      : [];
  });
  const byOrigin = Map.groupBy(links, ({ from }) => from);
  return [...byOrigin].flatMap(([from, all]) => {
    const targets = [...Map.groupBy(all, ({ to }) => to)];
    const [to, same] = targets.reduce((largest, target) => (target[1].length > largest[1].length ? target : largest));
    return to !== from && same.length >= minLinks && 2 * same.length > all.length ? [{ from, to }] : [];
  });
}

const readOrigin = (address: string): string => new URL(address).origin;

/** Returns the stored copies with the addresses of the new host. */
export function moveCopies(copies: StoredCopies, moves: HostMove[], now: string): StoredCopies {
  if (moves.length === 0) return copies;
  const { inbox, published } = copies;
  return {
    ...copies,
    ...(inbox && { inbox: moveFile(inbox, moves) }),
    ...(published && { published: withNewApproval(published, moveFile(published, moves), now) }),
  };
}

/** Renews the approval time of a changed item, so that clients that poll for changes get the new version. */
export const withNewApproval = (before: ItemFile, after: ItemFile, now: string): ItemFile =>
  before === after ? before : { ...after, item: { ...after.item, approvedAt: now } };

/** Moves the addresses in fields that the creator has not edited. */
function moveFile(file: ItemFile, moves: HostMove[]): ItemFile {
  const values = readItemValues(file);
  const names = Object.keys(values).filter((name) => isSourceField(name) && !isEdited(file, name));
  const moved: ItemValues = Object.fromEntries(names.map((name) => [name, moveAddresses(values[name], moves)]));
  const changed = names.filter((name) => digestValue(moved[name]) !== digestValue(values[name]));
  if (changed.length === 0) return file;
  const { item, body } = withValues(file, { ...values, ...moved });
  return { item: { ...item, ...updateSourceVersion(file.item, moved, changed) }, body };
}

function updateSourceVersion(item: StoredItem, moved: ItemValues, changed: string[]): Pick<StoredItem, 'source'> {
  const version = parseVersion(item);
  if (!version) return {};
  const digests = Object.fromEntries(changed.map((name) => [name, digestValue(moved[name])!]));
  return { source: { ...item.source!, fields: formatVersion({ ...version, ...digests }) } };
}

/** Replaces origins in texts, lists and objects. */
function moveAddresses(value: unknown, moves: HostMove[]): unknown {
  if (typeof value === 'string')
    return moves.reduce((text, { from, to }) => text.replaceAll(`${from}/`, `${to}/`), value);
  if (Array.isArray(value)) return value.map((one) => moveAddresses(one, moves));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moveAddresses(one, moves)]));
}

/** Returns the steps that write copies which changed but which no other step writes. */
export const stepsForChangedCopies = (before: StoredCopies, after: StoredCopies, steps: ItemStep[]): ItemStep[] =>
  (Object.keys(after) as ItemFolder[])
    .filter((folder) => after[folder] !== before[folder] && steps.every((step) => step.folder !== folder))
    .map((folder) => ({ kind: 'mark', folder, file: after[folder]! }));

export const moveNotices = (moves: HostMove[]): string[] =>
  moves.map(({ from, to }) => `The site has moved from ${from} to ${to}. The addresses of known items were updated.`);
