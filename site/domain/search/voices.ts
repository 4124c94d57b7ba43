// Whose words a text is: the creator's, somebody else's, or nobody can tell.
import type { Creator } from '#contract/schemas/content-files.ts';
import { isNameOf, plainName } from '../names.ts';
import type { RoomItem } from '../room.ts';

/** By name: whether it is the creator. A name that says nothing about that is missing. */
export type Voices = Record<string, boolean>;

/** What programs call a voice that they cannot name. */
const nameless = /^(?:speaker|sprecher|voice|unknown|host|narrator|person)?[\s_#-]*[a-z]?\d*$/i;

const firstName = (name: string): string => plainName(name).split(' ')[0]!;

function isCreator(name: string, others: string[], creator: Creator): boolean | undefined {
  if (isNameOf(creator, name)) return true;
  // A publication may print guests under its own name.
  if (nameless.test(name.trim()) || plainName(name) === plainName(creator.publication)) return undefined;
  const first = firstName(creator.name);
  return plainName(name) === first && !others.some((other) => firstName(other) === first);
}

/** Of everybody who speaks in an item or wrote it. */
export function voicesOf({ spoken = [], persons = [] }: RoomItem, author: string, creator: Creator): Voices {
  const others = persons.map(({ name }) => name).filter((name) => !isNameOf(creator, name));
  const names = new Set([author, ...spoken.flatMap(({ speaker }) => speaker ?? [])]);
  const known = [...names].flatMap((name) => {
    const verdict = isCreator(name, others, creator);
    return verdict === undefined ? [] : [[name, verdict] as const];
  });
  return Object.fromEntries(known);
}
