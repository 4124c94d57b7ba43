// Finds guests whom the title, the summary or the show notes of an item announce.
//
// A phrase such as “with Home Assistant” looks like one with a name, so only phrases that announce persons count. In
// titles that write every word with a capital, the summary must repeat the name.
import { memoizeByObject } from './memoize.ts';
import { fullNamePattern, hasCommonWord } from './person-name.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';

const joint = '(?:,? (?:and|und|et|y|e|en|og|och) | ?& ?|, )';
const names = `(${fullNamePattern}(?:${joint}${fullNamePattern})*)`;

/** Phrases that introduce a guest. */
const introductions = [
  'joined by',
  "(?:my|our|today[’']s|this week[’']s|special|first) guests?(?: today| this week)?(?: is| are|,|:)?",
  'guests?:',
  '(?:zu gast|gäste|gast)(?: ist| sind)?:?',
  'invitée?s?(?: est| sont)? ?:?',
  'invitad[oa]s?(?: es| son)?:?',
  'ospit[ei](?: è| sono)?:?',
  'convidad[oa]s?(?: é| são)?:?',
];
/** Phrases that announce a guest in a title or summary; in a longer text they may be about something else. */
const conversations = [
  '(?:interview(?:s|ed|ing)?|conversations?|chat(?:s|ting|ted)?|q ?& ?a|speak(?:s|ing)?|spoke|talk(?:s|ing|ed)?|sit(?:s|ting)? down|sat down|catch(?:es|ing)? up|caught up) (?:with|to)',
  '(?:interviews?|welcomes?)',
  '(?:featuring|feat\\.|ft\\.)',
  '(?:gespräch|interview|unterhaltung) mit',
  '(?:spricht|sprechen|spreche|rede|redet) (?:heute )?mit',
  '(?:entretien|conversation|discussion|rencontre) avec',
  '(?:entrevista|conversación|charla|hablamos|conversamos) (?:a|con)',
  '(?:intervista|conversazione|dialogo) (?:a|con)',
  '(?:in gesprek|interview|gesprek) met',
  '(?:entrevista|conversa|papo) com',
];
/** End of a name: the end of a clause, or a word that a name is not a part of. */
const end =
  '(?=$|[\\n.,;:!?…)(|–—]| [-–—] | (?:about|on|who|whose|from|of|for|in|at|to|and|as|is|über|von|aus|zu|sur|sobre|su|over|uit|om|da|de|di)\\b)';
const announcing = (phrases: string[]) => new RegExp(`(?<!\\p{L})(?i:${phrases.join('|')}) ${names}${end}`, 'gu');
const introduction = announcing(introductions);
const announcement = announcing([...introductions, ...conversations]);
const accompaniment = new RegExp(`(?<!\\p{L})(?i:with|w\\/|mit|avec|con|met|com) ${names}${end}`, 'gu');
const japaneseGuest =
  /ゲスト(?:は|[:：])\s*([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・ 　]{2,14}?)(?:さん|氏)/gu;

const contentWords = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}’'-]{3,}/gu) ?? [];

/** Returns true if nearly every word has a capital, so that capitals do not mark names. */
function hasTitleCase(text: string): boolean {
  const words = contentWords(text);
  return words.length > 3 && words.every((one) => /^\p{Lu}/u.test(one));
}

/** Returns true if no word of the name is a common one, occurs twice, or stands elsewhere in lower case. */
function isCertainName(one: string, text: string): boolean {
  const words = one.split(' ');
  return (
    new Set(words).size === words.length &&
    !hasCommonWord(one) &&
    !contentWords(one).some((part) => text.includes(` ${part.toLowerCase()}`))
  );
}

const splitNames = (list: string): string[] => list.split(new RegExp(joint, 'u'));

const findAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, list]) => splitNames(list!));

/** Text after a name that only a person can have. */
const personal =
  ',? (?:who\\b|(?:joins|joined|recalls|remembers|reflects|teaches|lives|was born|grew up)\\b|(?:(?:is|was) (?:an? |the )?)?(?:[\\p{L}-]+ ){0,2}(?:author|writer|poet|novelist|founder|co-?founder|professor|teacher|journalist|reporter|editor|musician|singer|composer|historian|scientist|researcher|engineer|developer|designer|director|curator|artist|painter|photographer|activist|architect|doctor|nurse|chef|farmer|keeper)\\b)';
const escapePattern = (text: string): string => text.replace(/[.’'-]/g, '\\$&');

/** Returns true if the item says of the name what only a person does, or a speaker of its transcript has it. */
function isPerson(one: string, { summary = '', spoken = [] }: GuestTexts): boolean {
  const parts = one.split(' ');
  const spellings = [one, parts[0]!, parts.at(-1)!];
  if (spoken.some(({ speaker }) => speaker !== undefined && spellings.includes(speaker))) return true;
  return new RegExp(`(?<!\\p{L})(?:${spellings.map(escapePattern).join('|')})${personal}`, 'u').test(summary);
}

type GuestTexts = Pick<StoredItem, 'title' | 'summary'> & { spoken?: Segment[] };

/**
 * Returns the names of guests that the title or summary announces, if it is certain that they are names. An item is
 * searched once: builds in the same process share it.
 */
export const findGuests = memoizeByObject((item: GuestTexts): string[] => {
  const { title, summary = '' } = item;
  const text = `${title}\n${summary}`;
  const isRepeated = (one: string) => !hasTitleCase(title) || summary.includes(one);
  const announced = [...findAll(title, announcement).filter(isRepeated), ...findAll(summary, announcement)];
  const accompanied = findAll(title, accompaniment).filter((one) => isPerson(one, item));
  const japanese = [...text.matchAll(japaneseGuest)].map(([, one]) => one!.trim());
  return [...new Set([...[...announced, ...accompanied].filter((one) => isCertainName(one, text)), ...japanese])];
});

/** Maximum number of characters of show notes that are read. */
const maxNotes = 10_000;
const markdownSigns = /\]\([^)\n]*\)|[*_[\]\\]/g;

/** Returns the names of guests whom the notes of a recording introduce. */
export function findGuestsInNotes(notes: string): string[] {
  const text = notes.slice(0, maxNotes).replace(markdownSigns, '');
  return [...new Set(findAll(text, introduction))].filter((one) => isCertainName(one, text));
}
