// Selects items that fit a show, by its topic or the words of its name, each with the reason.
import { itemTypes } from '#contract/content-types.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { newestDots, type ShowSelection } from '#domain/documents/briefing-pack.ts';
import { rankStatements } from '#domain/documents/questions.ts';
import { findStatements, type Statement } from '#domain/documents/statements.ts';
import { queryContentIndex } from '#domain/lists/content-index.ts';
import { resolveTopic, suggestTopics } from '#domain/lists/topics.ts';
import { type Translate, translatorFor } from '#domain/messages/messages.ts';
import { parseQuery } from '#domain/search/query.ts';
import { type MarkedTexts, readMarks, findSnippets, linesWithMatches } from '#domain/search/snippets.ts';
import { splitWords } from '#domain/search/words.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import type { Release } from './release.ts';
import { createPassageRanking, findRelevantItems, withWholeWords } from './relevance.ts';

type SearchedRelease = Pick<Release, 'index' | 'texts' | 'facts'>;
type Dot = ShowSelection['dots'][number];
type Selection = Omit<ShowSelection, 'statements'>;

export interface Show {
  topic?: string | undefined;
  /** Name and address of the show, as far as they are known. */
  names: (string | undefined)[];
}

/** Words of many names that say nothing about the show. */
const ofAnyShow = new Set(
  'podcast podcasts show shows radio cast pod fm tv the www com org net de io example test local http https html feed'.split(
    ' ',
  ),
);

/** Types of items with which a host can prepare. Appearances and posts are not among them. */
const preparableTypes = itemTypes.filter((type) => type !== 'timeline');

const quoted = (words: string[], t: Translate): string =>
  [...new Set(words)].map((word) => t('prep.quoted', { word })).join(', ');

/** Returns the words of a text that the index has marked. */
function wordsIn(marked: string): string[] {
  const { text, matches } = readMarks(marked);
  return matches.map(({ start, end }) => text.slice(start, end));
}

function quoteReason({ text, startSeconds, speaker }: Snippet, t: Translate): string {
  const time = startSeconds === undefined ? undefined : shortClock(startSeconds);
  if (speaker) return time ? t('prep.saysAt', { speaker, time, text }) : t('prep.says', { speaker, text });
  return time ? t('prep.saidAt', { time, text }) : t('prep.said', { text });
}

/** Returns the first field that contains the words, the most significant one first. */
function reason(texts: MarkedTexts, snippets: Snippet[], t: Translate): string {
  const filed = linesWithMatches(texts.themes);
  const words = (marked: string): string => quoted(wordsIn(marked), t);
  if (wordsIn(texts.title).length > 0) return t('prep.title', { words: words(texts.title) });
  if (filed.length > 0) return t('prep.filed', { words: quoted(filed, t) });
  const people = linesWithMatches(texts.people);
  if (people.length > 0) return t('prep.with', { people: people.join(', ') });
  if (wordsIn(texts.summary).length > 0) return t('prep.summary', { words: words(texts.summary) });
  const [snippet] = snippets;
  if (!snippet) return t('prep.found');
  const isWriters = snippet.field !== 'transcript' && snippet.speakerIsCreator === true;
  return isWriters ? t('prep.text', { text: snippet.text }) : quoteReason(snippet, t);
}

/** Share of the weight of a topic's words that an item must contain. */
const topicShare = 0.6;

/** Finds items about the topic, best first, each with its reason. */
function searched(
  { index, texts, facts }: SearchedRelease,
  words: string,
  isWanted: (position: number) => boolean,
  requiredShare = topicShare,
): Map<number, Dot> {
  const parsed = parseQuery(words, facts.creator.language);
  if (typeof parsed === 'string') return new Map();
  const query = withWholeWords(parsed);
  const t = translatorFor(facts.creator.language);
  const { any } = texts.expressions(query);
  const ranking = createPassageRanking(query, texts);
  const found = findRelevantItems(texts, query, any, isWanted, { requiredShare }).found.map(
    ({ position, marked }): [number, Dot] => {
      const why = reason(marked.texts, findSnippets(marked.texts, undefined, ranking), t);
      return [position, { ...index.items.at(position), why }];
    },
  );
  return new Map(found);
}

/** Selects the items of the topic in the order of the search, or otherwise the results of the search. */
function selectForTopic(
  room: SearchedRelease,
  topic: string,
  limit: number,
  isWanted: (position: number) => boolean,
): Selection {
  const { visible, items, plannedCount } = room.index;
  const { topics } = visible;
  const label = topics.labels.get(resolveTopic(topics, topic)[0] ?? '') ?? topic;
  const filter = { types: preparableTypes, topics: [topic], plannedCount, isCurrent: true };
  const members = queryContentIndex(visible, filter, visible.size, 0).window.filter(isWanted);
  const t = translatorFor(room.facts.creator.language);
  const why = t('prep.filed', { words: quoted([label], t) });
  const matches = searched(room, topic, isWanted);
  const isMember = new Set(members);
  const ranked = members.length > 0 ? [...matches.keys()].filter((position) => isMember.has(position)) : matches.keys();
  const dots = [...new Set([...ranked, ...members])]
    .slice(0, limit)
    .map((position): Dot => matches.get(position) ?? { ...items.at(position), why });
  const suggestions = dots.length === 0 ? suggestTopics(topics, topic, room.facts.creator.topics) : undefined;
  return { dots, isKnownTopic: members.length > 0, suggestions };
}

/** Returns sentences from the items that a host can ask about, the best for the show first. */
function findShowStatements(
  { index: { items }, texts, facts }: SearchedRelease,
  { dots }: Selection,
  show: Show,
): Statement[] {
  const { language } = facts.creator;
  const statements = dots.flatMap((dot) => {
    const position = items.positionOf(dot.id);
    return position === undefined ? [] : findStatements(texts.candidate(position), dot.language ?? language);
  });
  return rankStatements(statements, { words: [show.topic, ...show.names].join(' '), language });
}

/** Returns the significant words of the show's name. Addresses are not visited. */
const subjectOf = (names: Show['names']): string =>
  [...new Set(names.flatMap((name) => splitWords(name ?? '').map((word) => word.toLowerCase())))]
    .filter((word) => word.length > 2 && !ofAnyShow.has(word))
    .slice(0, 10)
    .join(' ');

/** `newest` is the number of newest items that are searched if the others have a price. */
export function selectTopDots(room: SearchedRelease, show: Show, limit: number, newest = Infinity): ShowSelection {
  const selection = selectDots(room, show, limit, newest);
  return { ...selection, statements: findShowStatements(room, selection, show) };
}

function selectDots(room: SearchedRelease, { topic, names }: Show, limit: number, newest: number): Selection {
  const { items, plannedCount } = room.index;
  const isWanted = (position: number) =>
    position >= plannedCount && position < newest && items.head(position).type !== 'timeline';
  if (topic) return selectForTopic(room, topic, limit, isWanted);
  const matches = [...searched(room, subjectOf(names), isWanted, 0).values()].slice(0, limit);
  const matchedIds = new Set(matches.map(({ id }) => id));
  const others = Iterator.from(items)
    .take(newest)
    .filter(({ id }) => !matchedIds.has(id));
  return {
    dots: [...matches, ...newestDots(others, limit - matches.length, translatorFor(room.facts.creator.language))],
    isKnownTopic: false,
  };
}
