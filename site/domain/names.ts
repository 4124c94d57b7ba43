// Comparison of people's names, regardless of case, accents, order and spaces.
import type { Creator } from '#contract/schemas/content-files.ts';
import { foldWord } from './search/words.ts';

export const plainName = (name: string): string => foldWord(name).replace(/\s+/g, ' ').trim();

/** Returns the same key for “Mara Ilves”, “ILVES, Mara” and “@mara ilves”. */
const nameKey = (name: string): string => {
  const words = plainName(name)
    .replace(/^@/, '')
    .split(/[\s,]+/);
  return words.filter(Boolean).sort().join(' ');
};

type CreatorNames = Pick<Creator, 'name' | 'otherNames'>;

/** Returns true for the creator's name or one of their other names. */
export const isCreatorName = ({ name, otherNames = [] }: CreatorNames, one: string): boolean =>
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

/** Returns true if the room belongs to several persons. */
export const hasSeveralCreators = ({ name }: Pick<Creator, 'name'>): boolean => splitPersons(name).length > 1;
