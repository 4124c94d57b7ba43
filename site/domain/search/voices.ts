// Identification of speakers: the creator, another person, or unknown.
import type { Creator } from '#contract/schemas/content-files.ts';
import { isCreatorName, hasSeveralCreators, splitPersons, plainName } from '../names.ts';
import type { RoomItem } from '../room.ts';

/** Known speakers by name: true for the creator. Names that do not identify a person are missing. */
export type KnownVoices = Record<string, boolean>;

/** Labels that programs use for unidentified voices. */
const namelessLabel =
  /^(?:speaker|sprecher(?:in)?|voice|unknown|hosts?|co-?host|guests?|gast|moderator(?:in)?|interviewer(?:in)?|narrator|person|male|female|participant|q|a)?[\s_#-]*[a-z]?\d*$/i;

const firstName = (name: string): string => plainName(name).split(' ')[0]!;

const isPublication = (name: string, { publication }: Creator): boolean => plainName(name) === plainName(publication);

/** Returns the names of the creators of the room. */
const creatorNames = (creator: Creator): string[] =>
  hasSeveralCreators(creator) ? splitPersons(creator.name) : [creator.name];

function isCreator(name: string, others: string[], creator: Creator): boolean | undefined {
  const creators = creatorNames(creator);
  if (isCreatorName(creator, name)) return creators.length === 1 || undefined;
  if (creators.some((one) => isCreatorName({ name: one }, name))) return true;
  // A publication may use its own name for texts of guests.
  if (namelessLabel.test(name.trim()) || isPublication(name, creator)) return undefined;
  const isFirstName = creators.filter((one) => firstName(one) === plainName(name)).length === 1;
  return isFirstName && !others.some((other) => firstName(other) === plainName(name));
}

const isHost = (role = 'host'): boolean => /^(?:co-?)?hosts?$|^moderator/i.test(role.trim());

/**
 * Returns the writer of an item's texts; undefined if unknown, as for the notes of a show with several hosts. The
 * name of a publication stands for its only author.
 */
export function findWriter({ author, persons = [], podcast }: RoomItem, creator: Creator): string | undefined {
  const isOne = !hasSeveralCreators(creator);
  const hasOtherHost = persons.some(({ name, role }) => isHost(role) && !isCreatorName(creator, name));
  const names = author === undefined ? [creator.name] : splitPersons(author);
  const isOwn = (name: string) =>
    isCreatorName(creator, name) || isPublication(name, creator) || plainName(name) === plainName(podcast ?? '');
  if (author !== undefined && !isOwn(author) && !names.every(isOwn)) return author;
  return isOne && !hasOtherHost ? creator.name : undefined;
}

/** Identifies everybody who speaks in an item, wrote it or is quoted in it. */
export function knownVoices({ persons = [] }: RoomItem, names: Iterable<string>, creator: Creator): KnownVoices {
  const others = persons.map(({ name }) => name).filter((name) => !isCreatorName(creator, name));
  const verdicts = [...new Set(names)].flatMap((name) => {
    const verdict = isCreator(name, others, creator);
    return verdict === undefined ? [] : [[name, verdict] as const];
  });
  return Object.fromEntries(verdicts);
}
