// Names of people, whatever their case, accents, order and spaces.
import type { Creator } from '#contract/schemas/content-files.ts';
import { foldWord } from './search/words.ts';

export const plainName = (name: string): string => foldWord(name).replace(/\s+/g, ' ').trim();

/** Equal for “Mara Ilves”, “ILVES, Mara” and “@mara ilves”. */
const nameKey = (name: string): string => {
  const words = plainName(name)
    .replace(/^@/, '')
    .split(/[\s,]+/);
  return words.filter(Boolean).sort().join(' ');
};

type CreatorNames = Pick<Creator, 'name' | 'otherNames'>;

/** Feeds and older texts may use another name for the creator. */
export const isCreatorName = ({ name, otherNames = [] }: CreatorNames, one: string): boolean =>
  [name, ...otherNames].some((own) => nameKey(own) === nameKey(one));

const separator = /\s*(?:[&+;,、，]|\s\/\s|\s(?:and|und|et|og|och|en)\s)\s*/iu;
/** Joins two persons, but also the two family names of one. */
const weakSeparator = /\s(?:y|e|i)\s/u;
const isSuffix = /^(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|m\.?a|b\.?a|esq|co|inc|ltd|llc|gmbh)\.?$/i;
const isOneNamePart = /^\p{L}+$/u;

/** The persons of a name such as “Ann Lee & Bob Ray”; a name with its family name first is one. */
export function splitPersons(name: string): string[] {
  const persons = name.split(separator).filter((one) => one !== '' && !isSuffix.test(one));
  const isInverted = persons.length === 2 && name.includes(',') && persons.every((one) => isOneNamePart.test(one));
  if (persons.length > 1 && !isInverted) return persons;
  const pair = name.split(weakSeparator);
  const [first = '', second = ''] = pair.map((one) => one.split(' ').length);
  return pair.length === 2 && first === second ? pair : [name];
}

/** True if the room belongs to several persons: nothing is then only one's own. */
export const hasSeveralCreators = ({ name }: Pick<Creator, 'name'>): boolean => splitPersons(name).length > 1;
