// Comparison of people's names, regardless of case, accents, order and spaces.
import type { Creator } from '#contract/schemas/content-files.ts';
import { memoizeByObject } from './memoize.ts';
import { foldWord } from './search/words.ts';
import { memoizeText } from './text/memoize-text.ts';

export const plainName = (name: string): string => foldWord(name).replace(/\s+/g, ' ').trim();

/** Returns the same key for “Mara Ilves”, “ILVES, Mara” and “@mara ilves”. */
const nameKey = memoizeText((name: string): string => {
  const words = plainName(name)
    .replace(/^@/, '')
    .split(/[\s,]+/);
  return words.filter(Boolean).sort().join(' ');
});

type PersonNames = Pick<Creator, 'name' | 'otherNames'>;

/** Returns true for a person's name or one of their other names. */
export const isNamed = ({ name, otherNames = [] }: PersonNames, one: string): boolean =>
  [name, ...otherNames].some((own) => nameKey(own) === nameKey(one));

const separator = /\s*(?:[&+;,、，]|\s\/\s|\s(?:and|und|et|og|och|en)\s)\s*/iu;
/** Word that joins two persons, or the two family names of one person. */
const weakSeparator = /\s(?:y|e|i)\s/u;
const isSuffix = /^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|m\.?a|b\.?a|esq|co|inc|ltd|llc|gmbh)\.?$/i;
const isSingleName = /^\p{L}+$/u;

/** Splits a name such as “Ann Lee & Bob Ray” into persons. “Lee, Ann” is one person. */
export function splitPersons(name: string): string[] {
  const persons = name.split(separator).filter((one) => one !== '' && !isSuffix.test(one));
  const isInverted = persons.length === 2 && name.includes(',') && persons.every((one) => isSingleName.test(one));
  if (persons.length > 1 && !isInverted) return persons;
  const pair = name.split(weakSeparator);
  const [first = '', second = ''] = pair.map((one) => one.split(' ').length);
  return pair.length === 2 && first === second ? pair : [name];
}

export type CreatorNames = Pick<Creator, 'name' | 'otherNames' | 'members'>;

/** Returns the persons to whom the room belongs: the members, else the persons in the creator's name. */
export const creatorPersons = memoizeByObject(({ name, otherNames, members = [] }: CreatorNames): PersonNames[] => {
  const names = splitPersons(name);
  if (members.length > 0) return members;
  return names.length > 1 ? names.map((one) => ({ name: one })) : [{ name, ...(otherNames && { otherNames }) }];
});

/** Returns true if the room belongs to several persons. */
export const hasSeveralCreators = (creator: CreatorNames): boolean => creatorPersons(creator).length > 1;

/** Returns true for the name of the publication, which is no person. */
export const isPublicationName = ({ publication }: Pick<Creator, 'publication'>, name: string): boolean =>
  plainName(name) === plainName(publication);

const firstName = (name: string): string => plainName(name).split(' ')[0]!;

/** Returns the only person with this first name. */
export function findFirstName(persons: string[], name: string): string | undefined {
  const matches = [...new Set(persons)].filter((one) => firstName(one) === plainName(name));
  return matches.length === 1 ? matches[0] : undefined;
}

/** Returns the person of the room with this name; undefined for others, and for the joint name of several. */
export const findCreatorPerson = (creator: CreatorNames, name: string): string | undefined =>
  creatorPersons(creator).find((person) => isNamed(person, name))?.name;

/** Returns the author if it is somebody else than the creator. */
export const findOtherAuthor = (creator: CreatorNames, author: string | undefined): string | undefined =>
  author === undefined || isNamed(creator, author) || findCreatorPerson(creator, author) ? undefined : author;
