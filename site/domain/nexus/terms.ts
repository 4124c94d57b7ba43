// Search terms of a creator: whole topics, and the words of topics, name and oneLiner.
import { topicKey } from '../lists/topics.ts';
import { foldWord, splitWords } from '../search/words.ts';

/** Maximum number of words of one creator. */
const maxWords = 80;

/** Returns the term of a topic. Prefixes distinguish topics from words. */
export const topicTerm = (topic: string): string => `t:${topicKey(topic)}`;
const wordTerm = (word: string): string => `w:${foldWord(word)}`;

const distinct = (terms: string[]): string[] => [...new Set(terms)];

export interface SearchableCreator {
  name: string;
  oneLiner: string;
  topics: string[];
}

export function creatorTerms({ name, oneLiner, topics }: SearchableCreator, limit = maxWords): string[] {
  const words = distinct([...topics, name, oneLiner].flatMap(splitWords).map(wordTerm)).slice(0, limit);
  return [...distinct(topics.map(topicTerm)), ...words];
}

export interface CreatorFilters {
  topic?: string;
  tag?: string;
  keyword?: string;
}

/** Returns the terms that a creator must have; undefined if the keyword contains no word, so that nobody matches. */
export function requiredTerms({ topic, tag, keyword }: CreatorFilters): string[] | undefined {
  const words = keyword === undefined ? [] : splitWords(keyword);
  if (keyword !== undefined && words.length === 0) return undefined;
  const topics = [topic, tag].filter((one) => one !== undefined).map(topicTerm);
  return distinct([...topics, ...words.map(wordTerm)]);
}
