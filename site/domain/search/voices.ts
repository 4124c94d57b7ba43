// Identification of speakers: the creator, another person, or unknown.
import type { Creator } from '#contract/schemas/content-files.ts';
import {
  creatorPersons,
  findCreatorPerson,
  findFirstName,
  hasSeveralCreators,
  isNamed,
  isPublicationName,
  plainName,
  splitPersons,
} from '../names.ts';
import type { RoomItem } from '../room.ts';

/** Known speakers by name: true for the creator. Names that do not identify a person are missing. */
export type KnownVoices = Record<string, boolean>;

/** Labels that programs use for unidentified voices. */
const namelessLabel =
  /^(?:speaker|sprecher(?:in)?|voice|unknown|hosts?|co-?host|guests?|gast|moderator(?:in)?|interviewer(?:in)?|narrator|person|male|female|participant|q|a)?[\s_#-]*[a-z]?\d*$/i;

export const isNamelessLabel = (name: string): boolean => namelessLabel.test(name.trim());

/** Returns true for a person of the room, and for the joint name of several. */
const isOwnName = (creator: Creator, name: string): boolean =>
  isNamed(creator, name) || findCreatorPerson(creator, name) !== undefined;

function isCreator(name: string, others: string[], creator: Creator): boolean | undefined {
  if (findCreatorPerson(creator, name) !== undefined) return true;
  // A publication may use its own name for texts of guests.
  if (isNamed(creator, name) || isNamelessLabel(name) || isPublicationName(creator, name)) return undefined;
  const own = creatorPersons(creator).map((person) => person.name);
  const person = findFirstName([...own, ...others], name);
  return person !== undefined && own.includes(person);
}

const isHost = (role = 'host'): boolean => /^(?:co-?)?hosts?$|^moderator/i.test(role.trim());

/**
 * Returns the writer of an item's texts; undefined if unknown, as for the notes of a show with several hosts. The
 * name of a publication stands for its only author.
 */
export function findWriter({ author, persons = [], podcast }: RoomItem, creator: Creator): string | undefined {
  const isOne = !hasSeveralCreators(creator);
  const member = isOne || author === undefined ? undefined : findCreatorPerson(creator, author);
  if (member !== undefined) return member;
  const hasOtherHost = persons.some(({ name, role }) => isHost(role) && !isOwnName(creator, name));
  const isOwn = (name: string) =>
    isOwnName(creator, name) || isPublicationName(creator, name) || plainName(name) === plainName(podcast ?? '');
  if (author !== undefined && !isOwn(author) && !splitPersons(author).every(isOwn)) return author;
  return isOne && !hasOtherHost ? creator.name : undefined;
}

/** Identifies everybody who speaks in an item, wrote it or is quoted in it. */
export function knownVoices({ persons = [] }: RoomItem, names: Iterable<string>, creator: Creator): KnownVoices {
  const others = persons.map(({ name }) => name).filter((name) => !isOwnName(creator, name));
  const verdicts = [...new Set(names)].flatMap((name) => {
    const verdict = isCreator(name, others, creator);
    return verdict === undefined ? [] : [[name, verdict] as const];
  });
  return Object.fromEntries(verdicts);
}
