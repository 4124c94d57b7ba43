// What a reading notes of each entry beside its hash, in the state of its feed: too little to write every known item for it.
import type { EntryFacts } from './normalise/normalise.ts';

/** Beginning of an entry's hash → digest of what the hash leaves out. */
export type UnhashedDigests = Readonly<Record<string, string>>;

const shortHash = (hash: string): string => hash.slice(0, 16);

export const collectUnhashedDigests = (entries: Pick<EntryFacts, 'hash' | 'unhashed'>[]): UnhashedDigests =>
  Object.fromEntries(entries.map(({ hash, unhashed }) => [shortHash(hash), unhashed]));

/** Of what nothing is noted, the first digest is taken for what it was. */
export function hasUnhashedChange({ hash, unhashed }: EntryFacts, noted: UnhashedDigests = {}): boolean {
  const before = noted[shortHash(hash)];
  return before !== undefined && before !== unhashed;
}
