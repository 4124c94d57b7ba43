// Detects sites that moved to another host. Addresses that differ only by their host are not edits that wait for
// review.
import type { Notice } from '#contract/notices.ts';
import type { ItemFile } from '#domain/items/item-file.ts';
import { replaceSourceValues } from '../../sidecar/content/proposal.ts';
import { readItemValues } from '../../sidecar/content/source-version.ts';
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
  return changeCopies(copies, now, (file) => {
    const values = Object.entries(readItemValues(file));
    return replaceSourceValues(
      file,
      Object.fromEntries(values.map(([name, value]) => [name, moveAddresses(value, moves)])),
    );
  });
}

/**
 * Changes the copies that a reader may see without another review. A changed published item gets a new approval time,
 * so that clients that poll for changes get the new version.
 */
export function changeCopies(copies: StoredCopies, now: string, change: (file: ItemFile) => ItemFile): StoredCopies {
  const { inbox, published } = copies;
  const after = published && change(published);
  const isChanged = after !== undefined && after !== published;
  return {
    ...copies,
    ...(inbox && { inbox: change(inbox) }),
    ...(isChanged && { published: { ...after, item: { ...after.item, approvedAt: now } } }),
  };
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

export const moveNotices = (moves: HostMove[]): Notice[] =>
  moves.map(({ from, to }) => ({ code: 'site_moved', details: { from, to } }));
