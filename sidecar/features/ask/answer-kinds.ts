// Checks that a passage can answer a question: a “who” needs a name, a “when” a date, a “how many” a number.
import { longPattern } from '#domain/text/long-pattern.ts';
import type { Translate } from '#domain/messages/messages.ts';
import { grammars } from '#domain/query/languages.ts';
import { isPersonalWord } from '#domain/query/synonyms.ts';
import type { Asks, TypedQuery } from '#domain/query/typed-query.ts';
import { stemmerFor } from '#domain/search/stems.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import { tokenize } from '#domain/tokens/tokens.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import type { QueryResult } from '../../release/run-query.ts';

const afterPreposition =
  /(?<!\p{L})(?:in|at|from|near|on|aus|bei|nach|an|à|en|a|de|em)\s+(?:(?:the|der|dem|den)\s+)?\p{Lu}/u;
const kanjiNumber = /[〇一二三四五六七八九十百千]/;
const weekday = longPattern(
  String.raw`
    (?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\p{L})|(?:mon|diens|donners|frei|
    sonn)tags?(?!\p{L})|mittwochs?|samstags?|曜`,
  'iu',
);

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

const units = longPattern(
  String.raw`
    (?<!\p{L})(?:minutes?|hours?|seconds?|days?|weeks?|months?|years?|yards?|feet|foot|inch(?:es)?|met(?:er|
    re)s?|miles?|pages?|minuten|stunden?|tagen?|wochen?|monaten?|jahren?|seiten?|[mck]?m)(?!\p{L})|[分年月日週]|時間|
    \p{Nd}:\p{Nd}{2}`,
  'iu',
);

const ageWords =
  /(?<!\p{L})(?:born|geboren|née?|naci[ód]|nato|nata|nascid|years old|jahre alt|años|ans|anni)|生まれ|歳/iu;

/** A name alone does not say who did something, so only a known speaker or guest answers “who”. */
const checks: Partial<Record<Asks, (text: string) => boolean>> = {
  person: () => false,
  place: (text) => isUnspaced(text) || afterPreposition.test(text),
  time: hasTime,
  since: (text) => /(?:1[0-9]|20)\p{Nd}{2}/u.test(text),
  number: hasNumber,
  age: (text) => hasNumber(text) && ageWords.test(text),
  price: (text) => /[£€$¥]|\p{Nd}\s?円|\p{Nd}\s?(?:euro|dollar|pound|pfund)/iu.test(text),
  size: (text) => hasNumber(text) && /[mck]?m(?!\p{L})|×|inch|feet|yard|meter|metre|['"′″]/iu.test(text),
  weight: (text) => /\p{Nd}\s?(?:k?g(?!\p{L})|kilo|gram|pound)/iu.test(text),
  speed: (text) => /km\/h|mph|per hour|pro stunde/i.test(text),
  frequency: hasNumber,
  length: (text) => hasNumber(text) && units.test(text),
  reason: (text) =>
    /\b(?:why|because|since|so that|warum|weil|denn|damit|pourquoi|parce que|porque|perché)\b|なぜ|から|ので|ため/i.test(
      text,
    ),
};

/** Keywords, words for items, and a subject after “about” ask for a list. */
const wantsList = ({ asks, isYesNo, isItems, hasSubject }: TypedQuery): boolean =>
  isItems || hasSubject || (asks === undefined && !isYesNo);

type Found = QueryResult['items'][number];

/** Answers from the properties of an item that the question names by its title. */
function findProperty({ asks }: TypedQuery, { item }: Found, matched: string[], t: Translate): string | undefined {
  const titleWords = new Set(splitWords(item.title).map(foldWord));
  const isInTitle = (word: string) => splitWords(word).every((one) => titleWords.has(foldWord(one)));
  if (matched.length === 0 || !matched.every(isInTitle)) return undefined;
  const { title, date, durationSeconds } = item;
  if (asks === 'time') return t('ask.date', { title, date });
  const isLength = asks === 'length' && durationSeconds !== undefined;
  return isLength ? t('ask.length', { title, duration: shortClock(durationSeconds) }) : undefined;
}

/** Returns true if a text has the words themselves, and not only compounds or synonyms of them. */
function hasWords(text: string, words: string[], language: string): boolean {
  if (isUnspaced(text)) return words.every((word) => text.includes(word));
  const stem = stemmerFor(language);
  const stems = new Set(splitWords(text).map((word) => stem(foldWord(word))));
  return words.flatMap(splitWords).every((word) => stems.has(stem(foldWord(word))));
}

/** Quotes a passage of an item that has what the question word asks for; null if no passage does. */
function quotePassage(
  query: TypedQuery,
  { item, snippets, people }: Found,
  matched: string[],
  t: Translate,
): string | null | undefined {
  const { asks } = query;
  const isPersonal = query.isAboutCreator && query.words.some(isPersonalWord);
  const check = asks && checks[asks];
  if (isPersonal) return null;
  if (!check) return wantsList(query) ? undefined : null;
  if (asks === 'person' && (query.isItems || people.length > 0)) return undefined;
  const passage = snippets.find(
    ({ field, text, speaker, speakerIsCreator }) =>
      field !== 'title' &&
      hasWords(`${item.title} ${text}`, matched, query.language) &&
      (check(text) || (asks === 'person' && Boolean(speaker) && !speakerIsCreator)),
  );
  return passage ? t('ask.passage', { title: item.title, passage: passage.text }) : null;
}

/**
 * Returns the sentence that answers a question word, null if it is not known that a passage answers it, and undefined
 * for questions that a list answers.
 */
export function findAnswer(query: TypedQuery, result: QueryResult, t: Translate): string | null | undefined {
  const [sentence] = result.sentences;
  const check = query.asks && checks[query.asks];
  if (sentence) return !check || check(sentence.text) ? t('ask.says', { passage: sentence.text }) : null;
  const [first] = result.items;
  if (!first || query.isCount || query.order !== 'best') return undefined;
  const property = result.total === 1 ? findProperty(query, first, result.matched, t) : undefined;
  return property ?? quotePassage(query, first, result.matched, t);
}
