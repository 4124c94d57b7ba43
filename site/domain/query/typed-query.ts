// A question as a record: what it asks for, and which words of it were not understood.
import type { ItemType } from '#contract/content-types.ts';
import type { Period } from './dates.ts';
import type { Act } from './grammar.ts';

export type ItemOrder = 'best' | 'newest' | 'oldest' | 'longest' | 'shortest';
/** Kinds of answers that a question word asks for. */
export type Asks =
  | 'age'
  | 'frequency'
  | 'length'
  | 'manner'
  | 'number'
  | 'person'
  | 'place'
  | 'price'
  | 'reason'
  | 'since'
  | 'size'
  | 'speed'
  | 'thing'
  | 'time'
  | 'weight';
export type ItemStatus = 'live' | 'planned' | 'open' | 'source';

export interface TypedQuery extends Period {
  /** Language of the sentence, or of the room if the sentence has none. */
  language: string;
  act?: Act;
  /** Words in quotation marks that somebody may have said. */
  quote?: string;
  types: ItemType[];
  /** Words for items that mean different things in different rooms, such as “letters”. */
  nouns: string[];
  /** Topics named as such, or as what is counted. */
  topics: string[];
  status?: { is: ItemStatus; not?: true };
  itemLanguage?: string;
  order: ItemOrder;
  /** Words that `order` was read from. */
  orderText?: string;
  count?: number;
  /** True if the sentence asks for the number of items. */
  isCount: boolean;
  /** True if the sentence names items: a type, a noun, or a word such as “posts”. */
  isItems: boolean;
  /** True for a question that is answered by yes or no. */
  isYesNo: boolean;
  /** True if a word such as “about” introduces a subject. */
  hasSubject: boolean;
  /** True if the sentence names the creator or the room. */
  isAboutCreator: boolean;
  asks?: Asks;
  /** Words that `asks` was read from. */
  asksText?: string;
  /** Free words, and phrases in quotation marks. */
  words: string[];
  /** Words that say more about what is wanted, but that an answer need not contain. */
  hints: string[];
  /** Free words that no word such as “about” introduces. */
  loose: string[];
  /** Words that the items must not contain. */
  without: string[];
  /** Words of the period, without prepositions. */
  periodWords: string[];
  /** The first negation that was not understood. */
  negation?: string;
  /** Words that change the question and were not understood. */
  unused: string[];
}

export interface QueryContext {
  /** Milliseconds since the epoch. */
  now: number;
  creator: { name: string; publication: string; language: string };
  /** Returns true if a text contains the phrase. */
  containsPhrase: (phrase: string) => boolean;
  /** Returns true if a title contains the phrase. */
  isInTitle: (phrase: string) => boolean;
  isTopic: (word: string) => boolean;
  /** Returns true if the word names one of several feeds of the room. */
  isFeed: (word: string) => boolean;
  /** Names of the podcasts. */
  shows?: string[];
}

export const emptyQuery = (language: string): TypedQuery => ({
  language,
  types: [],
  nouns: [],
  topics: [],
  order: 'best',
  isCount: false,
  isItems: false,
  isYesNo: false,
  hasSubject: false,
  isAboutCreator: false,
  words: [],
  hints: [],
  loose: [],
  without: [],
  periodWords: [],
  unused: [],
});

/** Returns true if the answer is a name, a place, a date or a number in a text, and not an item. */
export const isTyped = ({ asks, isCount }: Pick<TypedQuery, 'asks' | 'isCount'>): boolean =>
  asks !== undefined && asks !== 'thing' && !isCount;

/**
 * Keywords, words for items, and a subject of the creator after “about” ask for a list. Names, dates, numbers and what
 * somebody else said do not.
 */
export function wantsList({ asks, isItems, hasSubject, isAboutCreator, isYesNo, isCount }: TypedQuery): boolean {
  if (isTyped({ asks, isCount })) return asks === 'person' && isItems;
  if (asks === undefined) return isItems || hasSubject || !isYesNo;
  return isItems || (hasSubject && isAboutCreator);
}
