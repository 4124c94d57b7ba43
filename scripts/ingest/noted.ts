// Digests of what the hashes of entries leave out, stored with the state of the feed.
import type { EntryFacts } from './normalise/normalise.ts';

/** Digests by the first 16 characters of the hash of the entry. */
export type UnhashedDigests = Readonly<Record<string, string>>;

const shortHash = (hash: string): string => hash.slice(0, 16);

export const collectUnhashedDigests = (entries: Pick<EntryFacts, 'hash' | 'unhashed'>[]): UnhashedDigests =>
  Object.fromEntries(entries.map(({ hash, unhashed }) => [shortHash(hash), unhashed]));

/** Returns true if the digest differs from the stored one. An entry without a stored digest counts as unchanged. */
export function hasUnhashedChange({ hash, unhashed }: EntryFacts, digests: UnhashedDigests = {}): boolean {
  const before = digests[shortHash(hash)];
  return before !== undefined && before !== unhashed;
}
