// Runs a typed query against the live release.
import type { ContentItem } from '#contract/schemas/content.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { isTyped, type ItemOrder, type TypedQuery } from '#domain/query/typed-query.ts';
import { type RoomSentence, splitRoomTexts } from '#domain/query/room-sentences.ts';
import { synonymsOf } from '#domain/query/synonyms.ts';
import { type ParsedQuery, parseQuery, type Term } from '#domain/search/query.ts';
import { findSnippets, linesWithMatches } from '#domain/search/snippets.ts';
import { foldWord, splitWords, unspacedScripts } from '#domain/search/words.ts';
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

export interface FoundItem {
  item: ContentItem;
  snippets: Snippet[];
  /** Guests and authors that the query names. */
  people: string[];
}

export interface QueryResult {
  /** The first items. */
  items: FoundItem[];
  total: number;
  /** True if there may be more items than `total`. */
  isCut: boolean;
  /** True if the items are in the order of the query. */
  isSorted: boolean;
  /** Number of matching items that only paying clients may see. */
  hidden: number;
  /** Words that each item and each sentence contains. */
  matched: string[];
  /** Words of the query that they do not contain. */
  missing: string[];
  /** Missing words that no text contains. */
  notFound: string[];
  /** Sentences about the creator and the room, if they contain as much of the query as any item. */
  sentences: RoomSentence[];
  filter: ItemFilter;
}

type Searched = Pick<Release, 'index' | 'texts' | 'facts'>;

const maxItems = 20;
const maxTerms = 12;
/** Share of the weight of a query's words that an item must contain to be shown at all. */
const leastWeight = 0.2;

const isMatched = ({ texts }: Searched, term: Term): boolean => texts.holds(texts.expressions([term]).all);

/** Parses free words; each term also matches its synonyms. */
function termsOf({ facts }: Searched, words: string[]): ParsedQuery {
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

interface Resolved {
  terms: ParsedQuery;
  notFound: Term[];
  /** Terms of `notFound` without a similar word. */
  lost: Term[];
}

/** Splits compounds that no text contains, and replaces misspelt words by the most similar ones. */
function resolveTerms(room: Searched, asked: ParsedQuery, known: (term: Term) => boolean): Resolved {
  const notFound: Term[] = [];
  const lost: Term[] = [];
  const terms = asked.flatMap((term): Term[] => {
    if (known(term)) return [term];
    const [word] = term.words;
    const parts = term.words.length === 1 ? room.texts.partsOf(word!) : [];
    if (parts.length < 2) notFound.push(term);
    if (parts.length > 0)
      return parts.map((part): Term => ({ text: part, words: [part], isQuoted: false, mayContinue: false }));
    const similar = term.isQuoted ? undefined : room.texts.nearest(term.words.join(''));
    if (similar === undefined) lost.push(term);
    return similar === undefined ? [] : [{ ...term, text: similar, words: [foldWord(similar)] }];
  });
  return { terms, notFound, lost };
}

const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');

/** Finds the terms in a sentence. The index has no sentences, so their words are compared one by one. */
function termsInSentence(
  text: string,
  terms: ParsedQuery,
  { alternatives, stem }: TextIndex,
  find: TermFinder,
): Set<number> {
  if (unspaced.test(text)) {
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

function rankSentences({ facts, texts }: Searched, terms: ParsedQuery, weights: number[]): RankedSentence[] {
  const find = createTermFinder(terms, texts);
  const weigh = (found: Set<number>) => sum([...found].map((at) => weights[at]!));
  return splitRoomTexts(facts)
    .map((sentence) => ({ sentence, terms: termsInSentence(sentence.text, terms, texts, find) }))
    .filter(({ terms: found }) => found.size > 0)
    .sort((a, b) => weigh(b.terms) - weigh(a.terms));
}

/** Returns the sentences about the creator and the room that contain all terms. */
export const findRoomSentences = (room: Searched, terms: ParsedQuery): RoomSentence[] =>
  rankSentences(room, terms, weighTerms(terms, room.texts))
    .filter(({ terms: found }) => found.size === terms.length)
    .map(({ sentence }) => sentence);

type Listed = Pick<QueryResult, 'items' | 'total' | 'isCut' | 'isSorted' | 'hidden'>;

/** Lists all matching items by date, or by length. */
function listItems({ index }: Searched, isWanted: (at: number) => boolean, order: ItemOrder, newest: number): Listed {
  const { plannedCount, items, memory } = index;
  const all = Array.from({ length: memory.size }, (_, position) => position).filter(isWanted);
  // Planned items do not count as newest; they come last, the next one first.
  const current = all.filter((position) => position >= plannedCount);
  const planned = all.filter((position) => position < plannedCount).reverse();
  const sorted = order === 'newest' ? current : [...current, ...planned];
  if (order === 'oldest') sorted.sort((a, b) => b - a);
  const visible = sorted.filter((position) => position < newest);
  const read = visible.slice(0, isByLength(order) ? maxSorted : maxItems).map((position) => items.at(position));
  const isRead = read.length === visible.length;
  return {
    ...sortByLength(
      read.map((item) => ({ item, snippets: [], people: [] })),
      order,
      isRead,
    ),
    total: visible.length,
    isCut: false,
    hidden: sorted.length - visible.length,
  };
}

/** Maximum number of items that are sorted by length, because each is read for it. */
const maxSorted = 2000;

const isByLength = (order: ItemOrder): boolean => order === 'longest' || order === 'shortest';

/** Sorts items by length if the query wants it and each of them has a duration. */
function sortByLength(found: FoundItem[], order: ItemOrder, isRead: boolean): Pick<QueryResult, 'items' | 'isSorted'> {
  if (!isByLength(order)) return { items: found.slice(0, maxItems), isSorted: true };
  const isSorted = isRead && found.every(({ item }) => item.durationSeconds !== undefined);
  const sign = order === 'longest' ? -1 : 1;
  const sorted = found.toSorted((a, b) => sign * ((a.item.durationSeconds ?? 0) - (b.item.durationSeconds ?? 0)));
  return { items: (isSorted ? sorted : found).slice(0, maxItems), isSorted };
}

const quoteOf = ({ text }: Term): string => text.replaceAll('"', '');

/** Returns the items that contain most of the terms, all of them the same ones. */
function selectBest(found: RelevantItem[], weights: number[]): { chosen: RelevantItem[]; terms: Set<number> } {
  const weigh = ({ terms }: RelevantItem) => sum([...terms].map((at) => weights[at]!));
  const [best] = found.toSorted((a, b) => weigh(b) - weigh(a));
  if (!best) return { chosen: [], terms: new Set() };
  return { chosen: found.filter(({ terms }) => [...best.terms].every((at) => terms.has(at))), terms: best.terms };
}

/** Finds the items and sentences that contain all words of a query, or else those with most of them. */
function findByWords(room: Searched, query: TypedQuery, filter: ItemFilter, newest: number): QueryResult {
  const { texts, index } = room;
  const words = termsOf(room, query.words);
  const isInSentences = (term: Term) => rankSentences(room, [term], [1]).length > 0;
  const { terms, notFound, lost } = resolveTerms(room, words, (term) => isMatched(room, term) || isInSentences(term));
  const weights = weighTerms(terms, texts);
  const wholeWeight = sum(weights) + sum(weighTerms(lost, texts));
  const without = termsOf(room, query.without);
  const denied = without.length > 0 ? deniedPositions(room, without) : new Set<number>();
  const order = query.order === 'newest' || query.order === 'oldest' ? query.order : 'best';
  const searchVisible = (isVisible: (position: number) => boolean) => {
    const isWanted = (position: number) =>
      isVisible(position) &&
      !denied.has(position) &&
      (order !== 'newest' || position >= index.plannedCount) &&
      filter.isWanted(position);
    const { all, any } = texts.expressions(terms);
    const whole = notFound.length > 0 ? undefined : findRelevantItems(texts, terms, all, isWanted, { order });
    if (whole && whole.found.length > 0) return whole;
    const least = (leastWeight * wholeWeight) / sum(weights);
    if (least >= 1) return { found: [], isCut: false };
    return findRelevantItems(texts, terms, any, isWanted, { least });
  };
  const { found, isCut } =
    terms.length > 0 ? searchVisible((position) => position < newest) : { found: [], isCut: false };
  const { chosen, terms: inItems } = selectBest(found, weights);
  const weigh = (some: Set<number>) => sum([...some].map((at) => weights[at]!));
  const ranked = terms.length > 0 ? rankSentences(room, terms, weights) : [];
  const [first] = ranked;
  const sentenceWeight = first ? weigh(first.terms) : 0;
  // Items come first where they say as much, unless the question asks for a name, a date or a number.
  const isAbove = isTyped(query) ? sentenceWeight >= weigh(inItems) : sentenceWeight > weigh(inItems);
  const isEnough = isAbove && sentenceWeight >= leastWeight * wholeWeight && sentenceWeight > 0;
  const sentences = isEnough && filterIsOpen(query) ? ranked.filter((one) => weigh(one.terms) === sentenceWeight) : [];
  const best = sentences.length > 0 ? first!.terms : inItems;
  const read = (isByLength(query.order) ? chosen : chosen.slice(0, maxItems)).map(({ position, marked }) => ({
    item: index.items.at(position),
    snippets: findSnippets(marked.texts, marked.pageUrl, texts.stem),
    people: linesWithMatches(marked.texts.people),
  }));
  const missing = [...terms.filter((_, at) => !best.has(at)).map(quoteOf), ...notFound.map(quoteOf)];
  return {
    ...sortByLength(read, query.order, !isCut),
    total: chosen.length,
    isCut,
    hidden:
      newest === Infinity || terms.length === 0 ? 0 : searchVisible((position) => position >= newest).found.length,
    matched: terms.filter((_, at) => best.has(at)).map(quoteOf),
    missing,
    notFound: notFound.map(quoteOf),
    sentences: sentences.map(({ sentence }) => sentence),
    filter,
  };
}

/** Statements answer questions that name neither items nor dates. */
const filterIsOpen = ({ types, nouns, topics, from, to, isCount, status, order }: TypedQuery): boolean =>
  types.length + nouns.length + topics.length === 0 && !from && !to && !isCount && !status && order === 'best';

/** Returns the items that contain any of the words. */
function deniedPositions({ texts, index }: Searched, words: ParsedQuery): Set<number> {
  const { best } = texts.rank(texts.expressions(words).any, index.memory.size);
  return new Set(best.map(({ position }) => position));
}

/** `newest` is the number of newest items that the client may see. */
export function runQuery(room: Searched, query: TypedQuery, newest = Infinity): QueryResult {
  const filter = createFilter(room, query);
  if (query.words.length > 0) return findByWords(room, query, filter, newest);
  const without = termsOf(room, query.without);
  const denied = without.length > 0 ? deniedPositions(room, without) : new Set<number>();
  const isWanted = (position: number) => !denied.has(position) && filter.isWanted(position);
  const listed = listItems(room, isWanted, query.order, newest);
  return { ...listed, matched: [], missing: [], notFound: [], sentences: [], filter };
}
