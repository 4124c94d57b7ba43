// What a reading notes of each entry beside its hash, in the state of its feed: too little to write every known item for it.
import type { EntryFacts } from './normalise/normalise.ts';

/** Beginning of an entry's hash → digest of what the hash leaves out. */
export type Noted = Readonly<Record<string, string>>;

const nameOf = (hash: string): string => hash.slice(0, 16);

export const notedOf = (entries: Pick<EntryFacts, 'hash' | 'unhashed'>[]): Noted =>
  Object.fromEntries(entries.map(({ hash, unhashed }) => [nameOf(hash), unhashed]));

/** Of what nothing is noted, the first digest is taken for what it was. */
export function differsFromNoted({ hash, unhashed }: EntryFacts, noted: Noted = {}): boolean {
  const before = noted[nameOf(hash)];
  return before !== undefined && before !== unhashed;
}
