// Checks that a passage can answer a question: a “who” needs a name, a “when” a date, a “how many” a number.
import type { Translate } from '#domain/messages/messages.ts';
import { grammars } from '#domain/query/languages.ts';
import type { Asks, TypedQuery } from '#domain/query/typed-query.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import { tokenize } from '#domain/tokens/tokens.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import type { QueryResult } from '../../release/run-query.ts';

const capitalized = /(?<=\p{L}[,;]? )\p{Lu}[\p{L}.’'-]+/u;
const afterPreposition =
  /(?<!\p{L})(?:in|at|from|near|on|aus|bei|nach|an|à|en|a|de|em)\s+(?:(?:the|der|dem|den)\s+)?\p{Lu}/u;
const kanjiNumber = /[〇一二三四五六七八九十百千]/;
const weekday =
  /(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\p{L})|(?:mon|diens|donners|frei|sonn)tags?(?!\p{L})|mittwochs?|samstags?|曜/iu;

const monthNames = new Set(
  Object.values(grammars).flatMap(({ months }) => [...months.keys()].filter((name) => name.length > 3)),
);
const numberWords = new Set(
  Object.values(grammars).flatMap(({ meanings }) =>
    [...meanings].flatMap(([word, all]) =>
      all.some(({ role, value }) => role === 'number' && value !== '1') ? [word] : [],
    ),
  ),
);

const hasNumber = (text: string): boolean =>
  /\p{Nd}/u.test(text) ||
  kanjiNumber.test(text) ||
  tokenize(text).some(({ form }) => /^\d+$/.test(form) && form !== '1') ||
  splitWords(text).some((word) => numberWords.has(foldWord(word)));

const hasTime = (text: string): boolean =>
  /(?:1[0-9]|20)\p{Nd}{2}|\p{Nd}{1,2}[:.]\p{Nd}{2}|[年月日]/u.test(text) ||
  weekday.test(text) ||
  splitWords(text).some((word) => monthNames.has(foldWord(word)));

const isUnspaced = (text: string): boolean => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

const checks: Partial<Record<Asks, (text: string) => boolean>> = {
  person: (text) => (isUnspaced(text) ? /さん|氏|先生|著/.test(text) : capitalized.test(text)),
  place: (text) => isUnspaced(text) || afterPreposition.test(text),
  time: hasTime,
  number: hasNumber,
  age: hasNumber,
  price: (text) => /[£€$¥]|\p{Nd}\s?円|euro|dollar|pound/iu.test(text),
  size: (text) => hasNumber(text) && /[mck]?m(?!\p{L})|×|inch|feet|yard|meter|metre|['"′″]/iu.test(text),
  weight: (text) => hasNumber(text) && /\p{Nd}\s?k?g(?!\p{L})|kilo|gram|pound/iu.test(text),
  speed: (text) => /km\/h|mph|per hour|pro stunde/i.test(text),
  frequency: hasNumber,
  length: hasNumber,
  reason: (text) =>
    /\b(?:why|because|since|so that|warum|weil|denn|damit|pourquoi|parce que|porque|perché)\b|なぜ|から|ので|ため/i.test(
      text,
    ),
};

/**
 * Returns the sentence that answers a question word, null if no passage can, and undefined for questions that a list
 * answers.
 */
export function findAnswer(
  query: TypedQuery,
  { items, sentences, total, matched }: QueryResult,
  t: Translate,
): string | null | undefined {
  const { asks } = query;
  const [sentence] = sentences;
  const check = asks && checks[asks];
  if (sentence) return !check || check(sentence.text) ? t('ask.says', { passage: sentence.text }) : null;
  const [first] = items;
  if (!check || !first || query.isCount || query.order !== 'best') return undefined;
  const { title, date, durationSeconds } = first.item;
  const titleWords = new Set(splitWords(title).map(foldWord));
  const isTitle =
    total === 1 &&
    matched.length > 0 &&
    matched.every((word) => splitWords(word).every((one) => titleWords.has(foldWord(one))));
  if (asks === 'time' && isTitle) return t('ask.date', { title, date });
  if (asks === 'length' && isTitle && durationSeconds !== undefined)
    return t('ask.length', { title, duration: shortClock(durationSeconds) });
  if (asks === 'person' && (query.isItems || first.people.length > 0)) return undefined;
  const passage = first.snippets.find(
    ({ field, text, speaker }) => field !== 'title' && (check(text) || (asks === 'person' && Boolean(speaker))),
  );
  return passage ? t('ask.passage', { title, passage: passage.text }) : null;
}
