// What a creator is found by: whole topics, and the words of topics, name and oneLiner.
import { topicKey } from '../lists/topics.ts';
import { folded, wordsOf } from '../search/words.ts';

/** More words of one creator are not looked at. */
const mostWords = 80;

/** Topics and words are kept together, apart by their first letter. A topic is recognised as in a room. */
export const topicTerm = (topic: string): string => `t:${topicKey(topic)}`;
const wordTerm = (word: string): string => `w:${folded(word)}`;

const different = (terms: string[]): string[] => [...new Set(terms)];

export interface Named {
  name: string;
  oneLiner: string;
  topics: string[];
}

export function termsOf({ name, oneLiner, topics }: Named, most = mostWords): string[] {
  const words = different([...topics, name, oneLiner].flatMap(wordsOf).map(wordTerm)).slice(0, most);
  return [...different(topics.map(topicTerm)), ...words];
}

export interface Filters {
  topic?: string;
  tag?: string;
  keyword?: string;
}

/** All of them must be there; undefined where the keyword has no word in it, so that nobody fits. */
export function wantedTerms({ topic, tag, keyword }: Filters): string[] | undefined {
  const words = keyword === undefined ? [] : wordsOf(keyword);
  if (keyword !== undefined && words.length === 0) return undefined;
  const topics = [topic, tag].filter((one) => one !== undefined).map(topicTerm);
  return different([...topics, ...words.map(wordTerm)]);
}
