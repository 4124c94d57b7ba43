// Turns a sentence into a typed query. Every content word is part of the query or named in `unused`.
import { isUnspaced } from '../search/words.ts';
import { readPeriodAt } from './dates.ts';
import { type Meaning, type Role, typesOfValue, type Act, type CompiledGrammar, foldPhrase } from './grammar.ts';
import { readJapanese } from './japanese.ts';
import { detectLanguage, grammars } from './languages.ts';
import { readName, readSelfName, readShow } from './names.ts';
import { addFree, isPlain, Reader, type Rule } from './reader.ts';
import { findQuote, tokenizeSentence, type Token } from './sentence.ts';
import {
  type Asks,
  isTyped,
  type ItemOrder,
  type ItemStatus,
  type QueryContext,
  type TypedQuery,
} from './typed-query.ts';
import { matchesTemplate } from './templates.ts';

/** Splits tokens into the words of clauses, with `@name` for the creator. */
function splitClauses(tokens: Token[], creatorName: string): string[][] {
  const names = new Set(foldPhrase(creatorName).split(' '));
  const clauses: string[][] = [];
  for (const { word, startsClause } of tokens) {
    const isBut = word === 'but' || word === 'aber';
    if (clauses.length === 0 || startsClause || isBut) clauses.push([]);
    if (!isBut) clauses.at(-1)!.push(names.has(word) ? '@name' : word);
  }
  return clauses.map((words) => words.filter((word, at) => word !== '@name' || words[at - 1] !== '@name'));
}

/** Returns the first act whose template fits a clause. The grammar of the sentence's language comes first. */
function findAct(tokens: Token[], ordered: CompiledGrammar[], creatorName: string): Act | undefined {
  const clauses = splitClauses(tokens, creatorName);
  const isNegated = (words: string[], { meanings }: CompiledGrammar) =>
    words.some((word) => meanings.get(word)?.some(({ role, value }) => role === 'not' || value === 'negation'));
  for (const grammar of ordered) {
    const match = grammar.acts.find(([act, templates]) =>
      clauses.some((words) => {
        if (act === 'booking' && isNegated(words, grammar)) return false;
        return templates.some((template) => matchesTemplate(template, words));
      }),
    );
    if (match) return match[0];
  }
  return undefined;
}

/** Ends the scope of a negation. A negation without words after it was not understood. */
function endNegation(reader: Reader): void {
  const { negation, query } = reader;
  if (negation?.count === 0) query.negation ??= negation.text;
  reader.negation = undefined;
}

/** Skips words without a meaning of their own. */
function skipFrame(reader: Reader, at: number): number {
  let next = at;
  for (;;) {
    const found = next < reader.tokens.length ? reader.find(next) : undefined;
    if (!found || !['link', 'frame', 'number', 'status', 'order'].includes(found.meaning.role)) return next;
    next = found.end;
  }
}

const itemRoles: Role[] = ['type', 'types', 'items', 'noun'];
/** Roles of the words after “how many” if it counts items. */
const countedRoles: Role[] = [...itemRoles, 'auxiliary', 'about', 'after', 'before', 'between', 'in', 'since'];

/** Words such as “first” and “last” are an order only before a word for items, or in a sentence with nothing else. */
function isOrder(reader: Reader, value: string, at: number, end: number): boolean {
  if (!value.endsWith('weak')) return true;
  const next = skipFrame(reader, end);
  if (next < reader.tokens.length)
    return (
      [...itemRoles, 'guest' as const].some((role) => reader.find(next, role)) ||
      reader.context.isTopic(reader.tokens[next]!.text)
    );
  // Adjectives follow their nouns in Arabic and Romance languages.
  const isAfterItems = at > 0 && itemRoles.some((role) => reader.find(at - 1, role));
  return isAfterItems || (!reader.query.isItems && reader.query.words.length === 0);
}

type Reading = (reader: Reader, value: string, at: number, end: number) => void;

const readItems = (reader: Reader, isOne: boolean): void => {
  const { query } = reader;
  query.isItems = true;
  reader.namesOne ||= isOne;
  reader.isIntroduced = false;
};

const readings: Partial<Record<Role, Reading>> = {
  type: (reader, value) => {
    reader.query.types.push(...typesOfValue(value));
    readItems(reader, true);
  },
  types: (reader, value) => {
    reader.query.types.push(...typesOfValue(value));
    readItems(reader, false);
  },
  items: (reader, value) => readItems(reader, value === 'one'),
  noun: (reader, value, at, end) => {
    const text = reader.text(at, end);
    if (reader.isIntroduced || isTyped(reader.query) || reader.query.nouns.length > 0) addFree(reader, text);
    else {
      reader.query.nouns.push(text);
      readItems(reader, value === 'one');
    }
  },
  order: (reader, value, at, end) => {
    const [order] = value.split(' ') as [ItemOrder];
    const text = reader.text(at, end);
    if (isOrder(reader, value, at, end)) Object.assign(reader.query, { order, orderText: text });
    else reader.query.unused.push(text);
  },
  'how many': (reader, _value, _at, end) => {
    const next = skipFrame(reader, end);
    const isItems = next >= reader.tokens.length || countedRoles.some((role) => reader.find(next, role));
    // “How many readers does it have” asks for a number, even if readers are a topic.
    const isTopic = next < reader.tokens.length && reader.context.isTopic(reader.tokens[next]!.text);
    const isOwned = reader.find(next + 1, 'auxiliary')?.meaning.value === 'have';
    if (isItems || (isTopic && !isOwned)) reader.query.isCount = true;
    else reader.query.asks = 'number';
  },
  asks: (reader, value, at, end) => {
    const { query } = reader;
    // Words such as “cost” also stand in the texts.
    if (value.endsWith('free')) addFree(reader, reader.text(at, end));
    if (query.asks && query.asks !== 'thing') return;
    // “How much track” asks for a number, “how much is it” for a price.
    const isAmount = value === 'price' && end < reader.tokens.length && isPlain(reader, end);
    query.asks = isAmount ? 'number' : (value.split(' ')[0] as Asks);
    query.asksText = reader.text(at, end);
  },
  status: (reader, value, at, end) => {
    const { query, negation } = reader;
    if (isTyped(query)) return addFree(reader, reader.text(at, end));
    if (negation) negation.count++;
    query.status = { is: value as ItemStatus, ...(negation && { not: true as const }) };
    reader.statusText = reader.text(at, end);
  },
  self: (reader) => {
    reader.query.isAboutCreator = true;
  },
  not: (reader, _value, at, end) => {
    endNegation(reader);
    reader.negation = { text: reader.text(at, end), count: 0 };
  },
  unknown: (reader, value, at, end) => {
    // “Who actually writes this” is plain; “how many are there really” doubts a figure.
    const isPlainFact = value === 'fact' && (!isTyped(reader.query) || reader.query.asks === 'person');
    if (value === 'negation') reader.query.negation ??= reader.text(at, end);
    else if (!isPlainFact) reader.query.unused.push(reader.text(at, end));
  },
  language: (reader, value, at, end) => {
    const isOfItems = reader.query.isItems && at > 0 && /^(?:in|auf|en)$/.test(reader.words[at - 1]!);
    if (isOfItems) reader.query.itemLanguage = value;
    else addFree(reader, reader.text(at, end));
  },
  guest: (reader, _value, at, end) => {
    reader.guest = reader.text(at, end);
    reader.query.hints.push(reader.guest);
  },
  hint: (reader, value) => {
    reader.query.hints.push(value);
  },
  number: (reader, value, at) => readNumber(reader, Number(value), at),
};

/** A number is a number of items next to an order or before a word for items. */
function readNumber(reader: Reader, number: number, at: number): void {
  const { query } = reader;
  const isNear = [at - 1, at + 1].some((n) => n >= 0 && n < reader.tokens.length && reader.find(n, 'order'));
  const isBefore = at + 1 < reader.tokens.length && itemRoles.some((role) => reader.find(at + 1, role));
  if ((isNear || isBefore) && number < 100) query.count = number;
  else if (number !== 1) addFree(reader, reader.tokens[at]!.text);
}

/** Reads the first period of the sentence. Returns the index after it. */
function readPeriod(reader: Reader, at: number): number | undefined {
  const { tokens, query, context } = reader;
  if (query.from || query.to) return undefined;
  const isName = (n: number) => n > 0 && isPlain(reader, n - 1) && context.containsPhrase(reader.text(n - 1, n + 1));
  const find = (from: number, role: Role) => (from < tokens.length ? reader.find(from, role) : undefined);
  const period = readPeriodAt({ ...reader, find, now: context.now, isName }, at);
  if (!period) return undefined;
  if (period.from) query.from = period.from;
  if (period.to) query.to = period.to;
  const words = tokens.slice(at, period.end).filter((_, n) => {
    const { role } = reader.find(at + n)?.meaning ?? {};
    return role === undefined || role === 'relative';
  });
  query.periodWords = words.map(({ text }) => text);
  return period.end;
}

const readQuoted: Rule = (reader, at) => {
  const { isQuoted, text } = reader.tokens[at]!;
  if (!isQuoted) return undefined;
  addFree(reader, `"${text}"`);
  return at + 1;
};

/** Reads a topic that is also a word of the grammar. German writes all nouns with a capital letter. */
const readTopic: Rule = (reader, at) => {
  const { text } = reader.tokens[at]!;
  const isNamed = at > 0 && /^\p{Lu}/u.test(text) && reader.grammar.language !== 'de';
  if (!isNamed || !reader.find(at) || !reader.context.isTopic(text)) return undefined;
  reader.query.topics.push(text);
  return at + 1;
};

/** Roles of words that may also stand in the texts. */
const hintRoles: Role[] = ['type', 'types', 'noun', 'frame', 'about', 'status', 'order'];

/** Chooses the meaning of a phrase: “was” begins a question, and means “something” elsewhere. */
function chooseMeaning(meaning: Meaning, all: Meaning[], at: number): Meaning {
  const { role, value } = (at === 0 && all.find((one) => one.role === 'asks')) || meaning;
  const isUnknown = (role === 'before' || role === 'after') && all.some((one) => one.role === 'unknown');
  return { role: isUnknown ? 'unknown' : role, value };
}

const readPhrase: Rule = (reader, at) => {
  const phrase = reader.find(at);
  if (!phrase) return undefined;
  const { all, end } = phrase;
  const { role, value } = chooseMeaning(phrase.meaning, all, at);
  if (role === 'asks' || role === 'auxiliary') endNegation(reader);
  readings[role]?.(reader, value, at, end);
  if (hintRoles.includes(role)) reader.query.hints.push(reader.text(at, end));
  const abouts = all.filter((one) => one.role === 'about');
  reader.query.hasSubject ||= abouts.some((one) => one.value === 'subject');
  if (abouts.length > 0) reader.isIntroduced = true;
  else if (role !== 'self' && !all.some((one) => one.role === 'link')) reader.isIntroduced = false;
  return end;
};

const rules: Rule[] = [readQuoted, readShow, readName, readSelfName, readPeriod, readTopic, readPhrase];

/** Reads one token or phrase and returns the index after it. */
function readAt(reader: Reader, at: number): number {
  if (reader.tokens[at]!.startsClause && at > 0) endNegation(reader);
  for (const rule of rules) {
    const end = rule(reader, at);
    if (end !== undefined) return end;
  }
  readFree(reader, at);
  return at + 1;
}

function readFree(reader: Reader, at: number): void {
  const { query, context, tokens } = reader;
  const { text, word } = tokens[at]!;
  if (/^\d{1,4}$/.test(word)) return readNumber(reader, Number(word), at);
  const isCounted = query.isCount && !query.isItems && query.words.length === 0 && context.isTopic(text);
  const isFeed = query.nouns.length === 0 && context.isFeed(text);
  if (!isCounted && !isFeed) return addFree(reader, isUnspaced(text) ? text : text.replaceAll('"', ''));
  query[isCounted ? 'topics' : 'nouns'].push(text);
  query.isItems = true;
}

/** Yes or no, and why: a negation in such a question is not a filter. */
function allowsWithout({ query }: Reader): boolean {
  const isOpen = query.asks === undefined || query.asks === 'thing';
  return !query.isYesNo && isOpen && query.isItems;
}

/** Makes the words after a negation ordinary words, in a sentence where they exclude no items. */
function keepExcluded({ query, tokens, grammar: { meanings } }: Reader): void {
  if (query.without.length === 0) return;
  const negation = tokens.find(({ word }) => meanings.get(word)?.some(({ role }) => role === 'not'));
  query.negation ??= negation?.text ?? query.without[0]!;
  query.words.push(...query.without.splice(0));
}

/** “Who was the first guest” asks for an episode. In other sentences it is not known who counts as a guest. */
function completeGuest(query: TypedQuery, guest: string): void {
  const isPosition = query.order !== 'best' || query.from !== undefined;
  if (isPosition && query.words.length === 0) Object.assign(query, { isItems: true, types: ['episode'] });
  else query.unused.push(guest);
}

/** “Is the letter free” is no list of free items. */
function dropStatus({ query, statusText }: Reader): void {
  query.words.push(statusText);
  delete query.status;
}

/** Checks what the whole sentence implies. */
function completeQuery(reader: Reader): TypedQuery {
  const { query } = reader;
  endNegation(reader);
  query.types = [...new Set(query.types)];
  query.isYesNo = reader.find(0, 'auxiliary') !== undefined;
  if (query.status?.is === 'open' && !query.isItems) dropStatus(reader);
  if (reader.guest) completeGuest(query, reader.guest);
  if (!allowsWithout(reader)) keepExcluded(reader);
  completeItems(query, reader.namesOne);
  return query;
}

/** An order or a period without other words asks for items. */
function completeItems(query: TypedQuery, namesOne: boolean): void {
  const isOrdered = query.order !== 'best';
  if (namesOne && isOrdered && !query.isCount) query.count ??= 1;
  if (query.words.length > 0) return;
  const isOrderAlone = isOrdered && query.count === undefined && query.topics.length === 0;
  query.isItems ||= isOrderAlone || asksForPeriod(query);
}

const asksForPeriod = (query: TypedQuery): boolean =>
  (query.from !== undefined || query.to !== undefined) && !isTyped(query);

/** Parses a sentence. The same sentence always has the same meaning in a room. */
export function parseSentence(sentence: string, context: QueryContext): TypedQuery {
  const text = sentence.trim();
  const { language, isKnown } = detectLanguage(text, context.creator.language);
  if (language === 'ja') return readJapanese(text, context);
  const grammar = grammars[language] ?? grammars.en!;
  const tokens = tokenizeSentence(text);
  const quote = findQuote(tokens, context);
  const reader = new Reader(tokens, grammar, context);
  for (let at = 0; at < tokens.length;) at = readAt(reader, at);
  const query = completeQuery(reader);
  const ordered = isKnown ? [grammar] : [grammar, ...Object.values(grammars).filter((one) => one !== grammar)];
  const act = findAct(tokens, ordered, context.creator.name);
  return { ...query, language, ...(quote && { quote }), ...(act && { act }) };
}
