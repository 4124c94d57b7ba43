// Decides which request of a sentence is answered by a fixed part of the room.
import type { Act } from '#domain/query/grammar.ts';
import { synonymsOf } from '#domain/query/synonyms.ts';
import { isTyped, type TypedQuery } from '#domain/query/typed-query.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import type { Release } from '../../release/release.ts';

/** Returns true if a query restricts, sorts or counts items. */
const hasLimits = ({ from, to, status, itemLanguage, isCount, order }: TypedQuery): boolean =>
  [from, to, status, itemLanguage].some((limit) => limit !== undefined) || isCount || order !== 'best';

/** “What is the name of the newsletter” asks who is behind it. */
const nameWords = new Set(['name', 'Name', '名前', 'nom', 'nombre', 'nome']);

/** Returns true for a question about the creator or the room that names nothing else. */
function asksWho(query: TypedQuery): boolean {
  const { asks, words, isItems, isAboutCreator, isYesNo, unused } = query;
  const isNamed = words.some((word) => !nameWords.has(word));
  if (isNamed || isYesNo || unused.length > 0 || hasLimits(query)) return false;
  return asks === 'person' || (isAboutCreator && !isItems && (asks === undefined || asks === 'thing'));
}

export function isEmptyQuery(query: TypedQuery): boolean {
  const { topics, words, without, types, unused, negation, isItems } = query;
  const hasWords = [topics, words, without, types, unused].some(({ length }) => length > 0);
  return !hasWords && !isItems && !negation && !hasLimits(query);
}

/** Requests whose words also occur in questions for a name, a date or a number, such as who took a press picture. */
const ambiguousActs: Act[] = ['press', 'speaking', 'topics', 'transcribe'];

/** Requests that “how many”, “how often” and “how long” turn into a question for a fact. */
const factualActs: Act[] = ['feeds', 'contact'];

/** Returns true if a sentence has the words of a request, but asks for a fact. */
function asksFact(query: TypedQuery, act: Act): boolean {
  const { asks = '', isCount } = query;
  const isQuestion = isTyped(query) && !['manner', 'place', 'price'].includes(asks);
  if (act === 'last talk') return isQuestion && asks !== 'time';
  const isNumber = isCount || ['frequency', 'length', 'number'].includes(asks);
  return (isQuestion && ambiguousActs.includes(act)) || (isNumber && factualActs.includes(act));
}

/** Returns true if a question for the guests names nothing else. Otherwise it is about one item. */
function asksAllGuests(query: TypedQuery, { facts }: Release): boolean {
  if (query.count !== undefined || hasLimits(query)) return false;
  const titles = Object.values(facts.channels ?? {}).map(({ title = '' }) => title);
  const knownWords = new Set(['guest', ...synonymsOf('guest'), ...titles].flatMap(splitWords).map(foldWord));
  return query.words.flatMap(splitWords).every((word) => knownWords.has(foldWord(word)));
}

/** Finds the request of a sentence. `showUrl` is the address of a show that it names. */
export function findAct(query: TypedQuery, release: Release, showUrl: string | undefined): Act | undefined {
  const { act } = query;
  if (showUrl && act !== 'booking') return 'prepare';
  if (act === undefined) return asksWho(query) ? 'who' : undefined;
  return asksFact(query, act) || (act === 'guests' && !asksAllGuests(query, release)) ? undefined : act;
}

/** A question of where or when without other words is about the birth of the creator. */
export function withBirth(query: TypedQuery): TypedQuery {
  const { asks = '', isAboutCreator, isItems, words } = query;
  const isPersonal = isAboutCreator && !isItems && words.length === 0 && !hasLimits(query);
  return isPersonal && ['place', 'time', 'age'].includes(asks) ? { ...query, words: ['born'] } : query;
}
