// A site that moved to another host: addresses that differ by their host alone are no edit, so that nothing waits for it.
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
import type { ItemFolder, KnownItems } from './known-items.ts';
import { type MatchedEntry, pathAndQuery } from './match.ts';

/** From one origin to another, such as `http://old.example` to `https://new.example`. */
export interface HostMove {
  from: string;
  to: string;
}

/** Fewer may be an edit of single links. */
const minLinks = 2;

/** Where most entries that are known from one origin have their pages at another one, under the same paths. */
export function detectMoves(entries: MatchedEntry[], { byKey }: KnownItems): HostMove[] {
  const links = entries.flatMap(({ key, entry: { link }, was }) => {
    const before = (was ?? byKey.get(key))?.canonicalUrl;
    return link && before && pathAndQuery(link) === pathAndQuery(before)
      ? [{ from: readOrigin(before), to: readOrigin(link) }]
      : [];
  });
  const byOrigin = Map.groupBy(links, ({ from }) => from);
  return [...byOrigin].flatMap(([from, all]) => {
    const targets = [...Map.groupBy(all, ({ to }) => to)];
    const [to, same] = targets.reduce((most, one) => (one[1].length > most[1].length ? one : most));
    return to !== from && same.length >= minLinks && 2 * same.length > all.length ? [{ from, to }] : [];
  });
}

const readOrigin = (address: string): string => new URL(address).origin;

/** The versions that the room holds, as they would be had the site always been where it is now. */
export function moveCopies(copies: StoredCopies, moves: HostMove[], now: string): StoredCopies {
  if (moves.length === 0) return copies;
  const { inbox, published } = copies;
  return {
    ...copies,
    ...(inbox && { inbox: moveFile(inbox, moves) }),
    ...(published && { published: withNewApproval(published, moveFile(published, moves), now) }),
  };
}

/** Clients that ask for what changed since a date get the new version. */
export const withNewApproval = (before: ItemFile, after: ItemFile, now: string): ItemFile =>
  before === after ? before : { ...after, item: { ...after.item, approvedAt: now } };

/** What the creator has changed stays as it is. */
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

/** Addresses in lists and texts, too. */
function moveAddresses(value: unknown, moves: HostMove[]): unknown {
  if (typeof value === 'string')
    return moves.reduce((text, { from, to }) => text.replaceAll(`${from}/`, `${to}/`), value);
  if (Array.isArray(value)) return value.map((one) => moveAddresses(one, moves));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moveAddresses(one, moves)]));
}

/** What else has to be written, so that the files say where everything is now. */
export const stepsForChangedCopies = (before: StoredCopies, after: StoredCopies, steps: ItemStep[]): ItemStep[] =>
  (Object.keys(after) as ItemFolder[])
    .filter((folder) => after[folder] !== before[folder] && steps.every((step) => step.folder !== folder))
    .map((folder) => ({ kind: 'remark', folder, file: after[folder]! }));

export const moveNotices = (moves: HostMove[]): string[] =>
  moves.map(({ from, to }) => `The site moved from ${from} to ${to}: addresses of known items follow it.`);
