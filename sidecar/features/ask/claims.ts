// Decides whether a result may be called the answer to a question. All other results are only shown.
import type { Translate } from '#domain/messages/messages.ts';
import { type TypedQuery, wantsList } from '#domain/query/typed-query.ts';
import { hasValue } from '#domain/query/values.ts';
import { stemmerFor } from '#domain/search/stems.ts';
import { foldWord, isUnspaced, splitWords } from '#domain/search/words.ts';
import { splitSentences } from '#domain/text/sentence.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import type { FoundItem, FoundSentence } from '../../release/run-query.ts';

export type FoundResult = FoundItem | FoundSentence;

const isItem = (found: FoundResult): found is FoundItem => 'item' in found;

const stemsOf = (text: string, language: string): string[] => {
  const stem = stemmerFor(language);
  return splitWords(text).map((word) => stem(foldWord(word)));
};

/** Returns true if a text has the words themselves, and not only compounds or synonyms of them. */
function hasWords(text: string, words: string[], language: string): boolean {
  if (isUnspaced(text)) return words.every((word) => text.includes(word));
  const stems = new Set(stemsOf(text, language));
  return words.flatMap((word) => stemsOf(word, language)).every((stem) => stems.has(stem));
}

/** Number of words around a word of the question within which a value is about it. */
const nearbyWords = 6;

/** Returns true if a value of the kind in question stands near a word of the question, and is none of them. */
function hasValueNearby({ asks, words, language }: TypedQuery, sentence: string): boolean {
  if (isUnspaced(sentence)) return hasValue(asks, sentence) === true;
  const questionStems = new Set(words.flatMap((word) => stemsOf(word, language)));
  const parts = sentence.split(/\s+/);
  const isAsked = parts.map((part) => stemsOf(part, language).some((stem) => questionStems.has(stem)));
  return parts.some((_, at) => {
    const first = Math.max(0, at - nearbyWords);
    const near = parts.slice(first, at + nearbyWords + 1);
    const others = near.filter((part, n) => !/\p{Nd}/u.test(part) || !isAsked[first + n]);
    return isAsked[at] && hasValue(asks, others.join(' ')) === true;
  });
}

/** Finds the sentence of a passage that has all words of the question and a value of the kind that it asks for. */
const findSentence = (query: TypedQuery, passage: string): string | undefined =>
  splitSentences(passage, query.language).find(
    (sentence) => hasWords(sentence, query.words, query.language) && hasValueNearby(query, sentence),
  );

/** Answers from the properties of an item that the question names by its title. */
function findProperty({ asks, words }: TypedQuery, { item }: FoundItem, t: Translate): string | undefined {
  const { title, date, durationSeconds } = item;
  if (words.length === 0 || !hasWords(title, words, '')) return undefined;
  if (asks === 'time') return t('ask.date', { title, date });
  const isLength = asks === 'length' && durationSeconds !== undefined;
  return isLength ? t('ask.length', { title, duration: shortClock(durationSeconds) }) : undefined;
}

/** Returns true if the title states another value than the sentence, as the title of a correction does. */
function isCorrected(query: TypedQuery, title: string, sentence: string): boolean {
  const numbers = title.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? [];
  return hasValueNearby(query, title) && numbers.some((number) => !sentence.includes(number));
}

/** Finds the sentence of a passage that answers the question, or the passage itself if its speaker is asked for. */
function findInPassage(query: TypedQuery, { item, snippets }: FoundItem): string | undefined {
  const { asks, words, language } = query;
  for (const { field, text, speaker, speakerIsCreator } of snippets) {
    const isSpoken = Boolean(speaker) && !speakerIsCreator && hasWords(text, words, language);
    const answer = asks === 'person' ? isSpoken && text : findSentence(query, text);
    if (answer && field !== 'title' && !isCorrected(query, item.title, answer)) return answer;
  }
  return undefined;
}

/** Returns true if a sentence about the creator answers the question. Its words are those of the question. */
function isAnswer(query: TypedQuery, { text }: FoundSentence): boolean {
  const { asks, words, language, isAboutCreator } = query;
  if (asks === 'person' || (asks === 'age' && !isAboutCreator)) return false;
  // Digits of a date are no number of things.
  const plain = asks === 'number' ? text.replace(/\d{4}-\d\d-\d\d/g, '') : text;
  return hasValue(asks, plain) !== false && (isUnspaced(text) || asks !== 'thing' || hasWords(text, words, language));
}

/**
 * Returns the sentence that answers a question, null if it is not known that a result answers it, and undefined for
 * questions that a list answers. The results have all words of the question.
 */
export function findAnswer(
  query: TypedQuery,
  results: FoundResult[],
  roomLanguage: string,
  t: Translate,
): string | null | undefined {
  const [first] = results;
  if (!first || query.order !== 'best') return undefined;
  if (!isItem(first)) return isAnswer(query, first) ? t('ask.says', { passage: first.text }) : null;
  const items = results.filter(isItem);
  const property = items.length === 1 ? findProperty(query, first, t) : undefined;
  const isList = wantsList(query) || (query.asks === 'person' && first.people.length > 0);
  return property ?? (isList ? undefined : findPassage(query, items, roomLanguage, t));
}

/**
 * Returns the only passage that answers the question. Passages of items say nothing about the creator, because it is
 * not known whom “she” means in them; nor in another language, whose words only look the same.
 */
function findPassage(query: TypedQuery, items: FoundItem[], roomLanguage: string, t: Translate): string | null {
  if (query.isAboutCreator) return null;
  const isReadable = ({ language = roomLanguage }: FoundItem['item']) =>
    language.toLowerCase().split('-')[0] === query.language;
  // Two items may say different things, and one of them may correct the other.
  const passages = items.flatMap((found) => {
    const passage = isReadable(found.item) ? findInPassage(query, found) : undefined;
    return passage === undefined ? [] : [t('ask.passage', { title: found.item.title, passage })];
  });
  return passages.length === 1 ? passages[0]! : null;
}
