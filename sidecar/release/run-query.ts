// Runs a typed query against the live release.
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { type ItemOrder, type TypedQuery, wantsList } from '#domain/query/typed-query.ts';
import { hasValue } from '#domain/query/values.ts';
import { type RoomSentence, splitRoomTexts } from '#domain/query/room-sentences.ts';
import { synonymsOf } from '#domain/query/synonyms.ts';
import { type ParsedQuery, parseQuery, type Term } from '#domain/search/query.ts';
import { linesWithMatches, rankSnippets, readMarks } from '#domain/search/snippets.ts';
import { foldWord, isUnspaced, splitWords } from '#domain/search/words.ts';
import { createFilter, type ItemFilter } from './query-filter.ts';
import {
  createTermFinder,
  findRelevantItems,
  type RelevantItem,
  sum,
  type TermFinder,
  weighTerms,
  withWholeWords,
} from './relevance.ts';
import type { Release } from './release.ts';
import type { TextIndex } from './text-index.ts';

/** A result's words of the query, and how much they weigh. */
interface Match {
  /** Words of the query that it contains. */
  words: string[];
  weight: number;
}

export interface FoundItem extends Match {
  item: ContentItem;
  snippets: Snippet[];
  /** Guests and authors that the query names. */
  people: string[];
}

export type FoundSentence = RoomSentence & Match;

export interface QueryResult {
  /** The first items. */
  items: FoundItem[];
  /** Sentences about the creator and the room that say as much as the items. */
  sentences: FoundSentence[];
  /** Number of items that contain all words of the query, or as many as any. */
  total: number;
  /** True if there may be more items than `total`. */
  isCut: boolean;
  /** True if the items are in the order of the query. */
  isSorted: boolean;
  /** Number of matching items that only paying clients may see. */
  hidden: number;
  /** Words of the query that the best result does not contain. */
  missing: string[];
  /** Missing words that no text contains. */
  notFound: string[];
  filter: ItemFilter;
}

type SearchedRelease = Pick<Release, 'index' | 'texts' | 'facts'>;

const maxItems = 20;
const maxTerms = 12;
/** Share of the weight of a query's words that an item must contain to be shown at all. */
const minWeight = 0.2;

const isMatched = ({ texts }: SearchedRelease, term: Term): boolean => texts.holds(texts.expressions([term]).all);

/** Parses free words; each term also matches its synonyms. */
function termsOf({ facts }: SearchedRelease, words: string[]): ParsedQuery {
  const parsed = words.slice(0, maxTerms).flatMap((word) => {
    const terms = parseQuery(word, facts.creator.language);
    return typeof terms === 'string' ? [] : terms;
  });
  const terms = withWholeWords(parsed).map((term): Term => {
    const synonyms = term.isQuoted ? [] : synonymsOf(term.words.join(''));
    return synonyms.length > 0 ? { ...term, synonyms } : term;
  });
  return [...new Map(terms.map((term) => [term.words.join(' '), term])).values()];
}

interface ResolvedTerms {
  terms: ParsedQuery;
  notFound: Term[];
  /** Terms of `notFound` without a similar word. */
  lost: Term[];
}

/** Splits compounds that no text contains, and replaces misspelt words by the most similar ones. */
function resolveTerms(room: SearchedRelease, query: ParsedQuery, known: (term: Term) => boolean): ResolvedTerms {
  const notFound: Term[] = [];
  const lostTerms: Term[] = [];
  const terms = query.flatMap((term): Term[] => {
    if (known(term)) return [term];
    const [word] = term.words;
    const asTerm = (part: string): Term => ({ text: part, words: [part], isQuoted: false, mayContinue: false });
    const isJoined = term.text.includes('-') && !term.isQuoted;
    const pieces = term.words.length === 1 ? room.texts.partsOf(word!).map(asTerm) : [];
    const parts = isJoined ? term.words.map(asTerm).filter(known) : pieces;
    if (parts.length < 2) notFound.push(term);
    if (parts.length > 0) return parts;
    const similar = term.isQuoted ? undefined : room.texts.nearest(term.words.join(''));
    if (similar === undefined) lostTerms.push(term);
    return similar === undefined ? [] : [{ ...term, text: similar, words: [foldWord(similar)] }];
  });
  return { terms, notFound, lost: lostTerms };
}

/** Finds the terms in a sentence. The index has no sentences, so their words are compared one by one. */
function termsInSentence(
  text: string,
  terms: ParsedQuery,
  { alternatives, stem }: TextIndex,
  find: TermFinder,
): Set<number> {
  if (isUnspaced(text)) {
    const plain = foldWord(text);
    const has = (term: Term) =>
      [term.words.join(''), ...alternatives(term), ...(term.synonyms ?? [])].some((form) =>
        plain.includes(foldWord(form)),
      );
    return new Set([...terms.keys()].filter((at) => has(terms[at]!)));
  }
  const words = splitWords(text).map(foldWord);
  const stems = new Set(words.map(stem));
  const forms = (term: Term) => [...term.words, ...(term.synonyms ?? []).map(foldWord)];
  const byStem = [...terms.keys()].filter(
    (at) => terms[at]!.words.length === 1 && forms(terms[at]!).some((form) => stems.has(stem(form))),
  );
  return new Set([...words.flatMap(find), ...byStem]);
}

interface RankedSentence {
  sentence: RoomSentence;
  terms: Set<number>;
}

function rankSentences({ facts, texts }: SearchedRelease, terms: ParsedQuery): RankedSentence[] {
  if (terms.length === 0) return [];
  const find = createTermFinder(terms, texts);
  return splitRoomTexts(facts)
    .map((sentence) => ({ sentence, terms: termsInSentence(sentence.text, terms, texts, find) }))
    .filter(({ terms: found }) => found.size > 0);
}

/** Returns the sentences about the creator and the room that contain all terms. */
export const findRoomSentences = (room: SearchedRelease, terms: ParsedQuery): RoomSentence[] =>
  rankSentences(room, terms)
    .filter(({ terms: found }) => found.size === terms.length)
    .map(({ sentence }) => sentence);

type ItemList = Pick<QueryResult, 'items' | 'total' | 'isCut' | 'isSorted' | 'hidden'>;

/** Lists all matching items by date, or by length. */
function listItems(
  { index }: SearchedRelease,
  { order, words }: TypedQuery,
  isWanted: (at: number) => boolean,
  newest: number,
): ItemList {
  const { plannedCount, items, visible } = index;
  const all = Array.from({ length: visible.size }, (_, position) => position).filter(isWanted);
  // Planned items do not count as newest; they come last, the next one first.
  const current = all.filter((position) => position >= plannedCount);
  const planned = all.filter((position) => position < plannedCount).reverse();
  const sorted = order === 'newest' ? current : [...current, ...planned];
  if (order === 'oldest') sorted.sort((a, b) => b - a);
  const accessible = sorted.filter((position) => position < newest);
  const read = accessible.slice(0, isByLength(order) ? maxSorted : maxItems).map((position) => items.at(position));
  const isRead = read.length === accessible.length;
  return {
    ...sortByLength(
      read.map((item) => ({ item, snippets: [], people: [], words, weight: 0 })),
      order,
      isRead,
    ),
    total: accessible.length,
    isCut: false,
    hidden: sorted.length - accessible.length,
  };
}

/** Maximum number of items that are sorted by length, because each is read for it. */
const maxSorted = 2000;

const isByLength = (order: ItemOrder): boolean => order === 'longest' || order === 'shortest';

/** Sorts items by length if the query wants it and each of them has a duration. */
function sortByLength<T extends { item: ContentItem }>(
  found: T[],
  order: ItemOrder,
  isRead: boolean,
): { items: T[]; isSorted: boolean } {
  if (!isByLength(order)) return { items: found.slice(0, maxItems), isSorted: true };
  const isSorted = isRead && found.every(({ item }) => item.durationSeconds !== undefined);
  const sign = order === 'longest' ? -1 : 1;
  const sorted = found.toSorted((a, b) => sign * ((a.item.durationSeconds ?? 0) - (b.item.durationSeconds ?? 0)));
  return { items: (isSorted ? sorted : found).slice(0, maxItems), isSorted };
}

const quoteOf = ({ text }: Term): string => text.replaceAll('"', '');

/** Number of items whose passages are compared. */
const maxCompared = 20;
const maxPassages = 4;
const maxListPassages = 1;
/** Share of the weight of the best result that another result has. */
const minShare = 0.4;
/** Share of the weight of all words that a value of the kind in question adds. */
const valueShare = 0.2;

/** The words of a query, as they occur in the room. The terms of its hints come last. */
interface WordQuery extends ResolvedTerms {
  query: TypedQuery;
  /** Number of terms that are no hints. */
  required: number;
  weights: number[];
  find: TermFinder;
}

/** Weight of a hint, compared to a word. */
const hintShare = 0.4;

function resolveWords(room: SearchedRelease, query: TypedQuery): WordQuery {
  const { texts } = room;
  const isKnown = (term: Term) => isMatched(room, term) || rankSentences(room, [term]).length > 0;
  const resolved = resolveTerms(room, termsOf(room, query.words), isKnown);
  const statedTerms = new Set(resolved.terms.map(({ words }) => words.join(' ')));
  const hints = termsOf(room, query.hints).filter((term) => isKnown(term) && !statedTerms.has(term.words.join(' ')));
  const terms = [...resolved.terms, ...hints];
  const requiredCount = resolved.terms.length;
  return {
    ...resolved,
    terms,
    query,
    required: requiredCount,
    weights: weighTerms(terms, texts).map((weight, at) => (at < requiredCount ? weight : weight * hintShare)),
    find: createTermFinder(terms, texts),
  };
}

const weigh = ({ weights }: Pick<WordQuery, 'weights'>, terms: Iterable<number>): number =>
  sum([...terms].map((at) => weights[at]!));

const requiredOf = ({ required }: WordQuery, terms: Iterable<number>): number[] =>
  [...terms].filter((at) => at < required);

/** Weighs a passage by the terms that it has with its title, and by whether it has the kind of value in question. */
function weighPassage(wordQuery: WordQuery, title: Set<number>, words: string[], passage: string): number {
  const terms = new Set(words.flatMap(wordQuery.find));
  const value = hasValue(wordQuery.query.asks, passage) ? valueShare * sum(wordQuery.weights) : 0;
  return weigh(wordQuery, new Set([...terms, ...title])) + weigh(wordQuery, terms) / 4 + value;
}

const wordsOf = (wordQuery: WordQuery, found: Iterable<number>): string[] =>
  requiredOf(wordQuery, found)
    .sort((a, b) => a - b)
    .map((at) => quoteOf(wordQuery.terms[at]!));

function readItem(
  { index, texts }: SearchedRelease,
  wordQuery: WordQuery,
  { position, marked, terms }: RelevantItem,
): FoundItem {
  const { text, matches } = readMarks(marked.texts.title);
  const title = new Set(matches.flatMap(({ start, end }) => wordQuery.find(text.slice(start, end))));
  const ranked = rankSnippets(marked.texts, marked.pageUrl, {
    weigh: (words, passage) => weighPassage(wordQuery, title, words, passage),
    language: texts.language,
    limit: wantsList(wordQuery.query) ? maxListPassages : maxPassages,
  });
  return {
    item: index.items.at(position),
    snippets: ranked.map(({ snippet }) => snippet),
    people: linesWithMatches(marked.texts.people),
    words: wordsOf(wordQuery, terms),
    weight: Math.max(...ranked.map(({ weight }) => weight), weigh(wordQuery, terms)),
  };
}

const weighSentence = (wordQuery: WordQuery, { sentence, terms }: RankedSentence): FoundSentence => ({
  ...sentence,
  words: wordsOf(wordQuery, terms),
  weight: weighPassage(wordQuery, terms, [], sentence.text) + weigh(wordQuery, terms) / 4,
});

/** Finds the items that contain all terms, or else those with a part of them. */
function searchItems({ texts }: SearchedRelease, wordQuery: WordQuery, isWanted: (position: number) => boolean) {
  const { terms, required, notFound, lost, weights } = wordQuery;
  if (required === 0) return { found: [], isCut: false };
  const words = terms.slice(0, required);
  const { order } = wordQuery.query;
  if (notFound.length === 0 && wantsList(wordQuery.query)) {
    const whole = findRelevantItems(texts, words, texts.expressions(words).all, isWanted, {
      order: order === 'newest' || order === 'oldest' ? order : 'best',
    });
    if (whole.found.length > 0) return whole;
  }
  const requiredShare = minWeight * (1 + sum(weighTerms(lost, texts)) / sum(weights));
  return requiredShare < 1
    ? findRelevantItems(texts, terms, texts.expressions(terms).any, isWanted, { requiredShare, weights })
    : { found: [], isCut: false };
}

/** Returns the terms of the heaviest result. */
const heaviestTerms = <T extends { terms: Set<number> }>(wordQuery: WordQuery, some: T[]): Set<number> =>
  some.reduce(
    (best, { terms }) =>
      weigh(wordQuery, requiredOf(wordQuery, terms)) > weigh(wordQuery, requiredOf(wordQuery, best)) ? terms : best,
    new Set<number>(),
  );

/** Keeps the results that weigh almost as much as the heaviest, the heaviest first. */
function sortByWeight<T extends Match>(some: T[], all: Match[]): T[] {
  const requiredWeight = minShare * Math.max(0, ...all.map(({ weight }) => weight));
  return some.filter(({ weight }) => weight >= requiredWeight).sort((a, b) => b.weight - a.weight);
}

/** Returns true unless a query asks for a number, an order, or a list of all items with its words. */
const ranksResults = (query: TypedQuery, missing: string[]): boolean =>
  query.order === 'best' && !query.isCount && (missing.length > 0 || !wantsList(query));

/** Finds the items and sentences that contain all words of a query, or else those with most of them. */
function findByWords(room: SearchedRelease, query: TypedQuery, filter: ItemFilter, newest: number): QueryResult {
  const { plannedCount, items: stored } = room.index;
  const wordQuery = resolveWords(room, query);
  const { terms, required, notFound } = wordQuery;
  const isDenied = createDenial(room, query);
  const first = query.order === 'newest' ? plannedCount : 0;
  const search = (isVisible: (position: number) => boolean) =>
    searchItems(room, wordQuery, (at) => at >= first && isVisible(at) && !isDenied(at) && filter.isWanted(at));
  const { found, isCut } = search((position) => position < newest);
  const rankedSentences = filterIsOpen(query) ? rankSentences(room, terms) : [];
  const inItems = requiredOf(wordQuery, heaviestTerms(wordQuery, found));
  const inSentences = requiredOf(wordQuery, heaviestTerms(wordQuery, rankedSentences));
  const isAbove = weigh(wordQuery, inSentences) > weigh(wordQuery, inItems);
  const best = new Set(isAbove ? inSentences : inItems);
  const whole = found.filter((one) => inItems.every((at) => one.terms.has(at)));
  const missing = [...terms.slice(0, required).filter((_, at) => !best.has(at)), ...notFound].map(quoteOf);
  const isList = wantsList(query);
  const isRanked = ranksResults(query, missing);
  const candidates = isRanked
    ? { items: found.slice(0, maxCompared), isSorted: true }
    : sortByLength(
        whole.map((one) => ({ ...one, item: stored.at(one.position) })),
        query.order,
        !isCut,
      );
  const items = candidates.items.map((one) => readItem(room, wordQuery, one));
  const sentences = isAbove || !isList ? rankedSentences.map((one) => weighSentence(wordQuery, one)) : [];
  const all = [...items, ...sentences];
  return {
    items: isRanked ? sortByWeight(items, all) : items,
    sentences: (isRanked ? sortByWeight(sentences, all) : sentences).slice(0, maxPassages),
    isSorted: candidates.isSorted,
    total: whole.length,
    isCut,
    hidden: newest === Infinity ? 0 : search((position) => position >= newest).found.length,
    missing,
    notFound: notFound.map(quoteOf),
    filter,
  };
}

/** Statements answer questions that name neither items nor dates. */
const filterIsOpen = ({ types, nouns, topics, from, to, isCount, status, order }: TypedQuery): boolean =>
  types.length + nouns.length + topics.length === 0 && !from && !to && !isCount && !status && order === 'best';

/** Returns a test for items that contain any of the words that the query excludes. */
function createDenial(room: SearchedRelease, { without }: TypedQuery): (position: number) => boolean {
  const { texts, index } = room;
  const words = termsOf(room, without);
  if (words.length === 0) return () => false;
  const { best } = texts.rank(texts.expressions(words).any, index.visible.size);
  const denied = new Set(best.map(({ position }) => position));
  return (position) => denied.has(position);
}

/** `newest` is the number of newest items that the client may see. */
export function runQuery(room: SearchedRelease, query: TypedQuery, newest = Infinity): QueryResult {
  const filter = createFilter(room, query);
  if (filter.filter.person === undefined && query.words.length > 0) return findByWords(room, query, filter, newest);
  const isDenied = createDenial(room, query);
  const listed = listItems(room, query, (position) => !isDenied(position) && filter.isWanted(position), newest);
  return { ...listed, missing: [], notFound: [], sentences: [], filter };
}
