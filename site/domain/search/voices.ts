// Whose words a text is: the creator's, somebody else's, or nobody can tell.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { RoomItem } from '../room.ts';
import { folded } from './words.ts';

/** By name: whether it is the creator. A name that says nothing about that is missing. */
export type Voices = Record<string, boolean>;

/** What programs call a voice that they cannot name. */
const nameless = /^(?:speaker|sprecher|voice|unknown|host|narrator|person)?[\s_#-]*[a-z]?\d*$/i;

const plain = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();
const firstName = (name: string): string => plain(name).split(' ')[0]!;

function isCreator(name: string, others: string[], { name: own, publication }: Creator): boolean | undefined {
  if (plain(name) === plain(own)) return true;
  // A publication may print guests under its own name.
  if (nameless.test(name.trim()) || plain(name) === plain(publication)) return undefined;
  return plain(name) === firstName(own) && !others.some((other) => firstName(other) === firstName(own));
}

/** Of everybody who speaks in an item or wrote it. */
export function voicesOf({ spoken = [], persons = [] }: RoomItem, author: string, creator: Creator): Voices {
  const others = persons.map(({ name }) => name).filter((name) => plain(name) !== plain(creator.name));
  const names = new Set([author, ...spoken.flatMap(({ speaker }) => speaker ?? [])]);
  const known = [...names].flatMap((name) => {
    const verdict = isCreator(name, others, creator);
    return verdict === undefined ? [] : [[name, verdict] as const];
  });
  return Object.fromEntries(known);
}
