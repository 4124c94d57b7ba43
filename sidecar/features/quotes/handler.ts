// POST /api/agent/verify-quote checks if the creator published these words.
import { CompactSign, importJWK } from 'jose';
import { ApiError } from '#contract/errors.ts';
import { quoteMinCharacters } from '#contract/limits.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { isPaywalled, isPriced, summarizeUnchecked, summarizeWithheld } from '#domain/access/access.ts';
import { splitRoomTexts } from '#domain/query/room-sentences.ts';
import { hasWords } from '#domain/search/fingerprint.ts';
import { cleanText } from '#domain/search/plain-text.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import { ellipsisPattern } from '#domain/tokens/tokens.ts';
import { jwks, readReceiptKeys, type ReceiptKey, receiptAlgorithm } from './keys.ts';
import { type Quote, readQuote } from './quote.ts';
import { roomTextId, verifyQuoteText, verifyExactQuote } from './verify.ts';
import { selectTextIndex, isOpenedByPass } from '../../release/priced-texts.ts';
import type { Release } from '../../release/release.ts';
import type { ItemHead } from '../../release/stored-items.ts';
import type { SearchCandidate } from '../../release/text-index.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Feature } from '../feature.ts';
import { quotesConsole } from './console.ts';

interface Probes {
  /** Expression that matches every text with the exact quote; undefined if there can be none. */
  all: string | undefined;
  /** Expression that matches texts with a part of the quote; undefined if none of its words occurs anywhere. */
  any: string | undefined;
}

const maxRows = 6;
const maxWords = 6;
/** Returns the length of rows: longer rows are rarer, shorter ones survive more changes. */
const chooseRowLength = (words: number): number => (words < 8 ? 2 : 3);

interface WordRow {
  words: string[];
  /** Number of items with the rarest word of the row. */
  items: number;
}

/** Returns the rarest row of each part of the quote. */
function selectRarestRows(rows: WordRow[]): WordRow[] {
  const size = Math.ceil(rows.length / maxRows);
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
  return parts.map((part) => part.reduce((rarest, row) => (row.items < rarest.items ? row : rarest)));
}

const joinOrUndefined = (parts: string[], by: string): string | undefined =>
  parts.length > 0 ? parts.join(by) : undefined;

/** Creates search expressions. `itemsWith` returns the number of items with a word, `items` is the number of all. */
export function createProbes(text: string, itemsWith: (word: string) => number, items: number): Probes {
  const parts = cleanText(text)
    .split(new RegExp(ellipsisPattern))
    .map((part) => splitWords(part).map(foldWord));
  const counts = new Map([...new Set(parts.flat())].map((word) => [word, itemsWith(word)]));
  const rows = parts.flatMap((words) => {
    const length = Math.min(words.length, chooseRowLength(words.length));
    return words.slice(0, words.length - length + 1).map((_, at) => {
      const row = words.slice(at, at + length);
      return { words: row, items: Math.min(...row.map((word) => counts.get(word)!)) };
    });
  });
  const knownRows = rows.filter((row) => row.items > 0);
  const phrases = new Set(
    knownRows.length > 0 ? selectRarestRows(knownRows).map((row) => `"${row.words.join(' ')}"`) : [],
  );
  const rare = [...counts]
    .filter(([, count]) => count > 0 && count <= Math.max(10, items / 10))
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, maxWords)
    .map(([word]) => `"${word}"`);
  return {
    all: knownRows.length === rows.length ? joinOrUndefined([...phrases], ' AND ') : undefined,
    any: joinOrUndefined([...new Set([...phrases, ...rare])], ' OR '),
  };
}

export const receiptType = 'quote-receipt+jws';

interface ReceiptInput {
  baseUrl: string;
  /** Echoes the request parameter. */
  quote: string;
  verdict: QuoteVerdict;
  now: number;
}

const signedFields = [
  'itemId',
  'title',
  'url',
  'mediaUrl',
  'startSeconds',
  'endSeconds',
  'speaker',
  'speakerIsCreator',
  'actual',
  'approvedAt',
] as const;

/** Returns the claims of a receipt, with the signed fields of each match. JSON omits undefined values. */
function buildClaims({ baseUrl, quote, verdict: { matches, ...compared }, now }: ReceiptInput): object {
  const { verdict, reason, total, totalIsMinimum, speakers, withdrawn } = compared;
  const claims = matches.map((match) =>
    Object.fromEntries(signedFields.flatMap((name) => (match[name] === undefined ? [] : [[name, match[name]]]))),
  );
  const summary = { total, totalIsMinimum, speakers, withdrawn };
  return { iss: baseUrl, iat: Math.floor(now / 1000), quote, verdict, reason, ...summary, matches: claims };
}

/** Signs a verdict as a compact JWS (RFC 7515), which editors can verify offline with the public keys of the room. */
export async function signReceipt(confirmed: ReceiptInput, { kid, privateJwk }: ReceiptKey): Promise<string> {
  const key = await importJWK(privateJwk!, receiptAlgorithm);
  return new CompactSign(new TextEncoder().encode(JSON.stringify(buildClaims(confirmed))))
    .setProtectedHeader({ alg: receiptAlgorithm, kid, typ: receiptType })
    .sign(key);
}

/** Texts that are read from an index: with all probes of the quote, and with some of them. */
const maxTextsWithAll = 1000;
const maxTextsWithAny = 12;
/** Characters of texts with all probes that are compared; a second of work. */
const maxCharacters = 1_500_000;

type QuoteContext = Parameters<Handler<'verifyQuote'>>[1];

/** Adds to a verdict that texts with a price were not compared, if the client has no pass. @spec-gap verify-quote */
function withGaps(verdict: QuoteVerdict, { release, pass, newest = Infinity }: QuoteContext): QuoteVerdict {
  const { index, facts } = release;
  if (verdict.verdict === 'exact' || !isPaywalled(facts.access)) return verdict;
  const hiddenCount = Math.max(0, index.items.length - newest);
  const isClosed = (item: ItemHead) => isPriced(facts.access, item) && !isOpenedByPass(release, pass, item);
  const priced = index.items.count(isClosed, newest);
  const notChecked = verdict.verdict === 'not_found' && hiddenCount + priced > 0;
  return {
    ...verdict,
    ...(notChecked && { verdict: 'not_checked', reason: 'l402_required' }),
    ...summarizeWithheld(facts.access, hiddenCount),
    ...summarizeUnchecked(facts.access, priced),
  };
}

/** Adds the withdrawn items that had the words. `not_published` is said only if all texts could be compared. */
function withWithdrawn(verdict: QuoteVerdict, quote: Quote, { release: { facts, index } }: QuoteContext): QuoteVerdict {
  if (verdict.verdict === 'exact') return verdict;
  const compared = (facts.retracted ?? []).map((item) => ({
    ...item,
    hadWords: item.fingerprint === undefined ? undefined : hasWords(item.fingerprint, quote.text),
  }));
  const withdrawn = compared
    .filter(({ hadWords }) => hadWords)
    .map(({ id, type, retractedAt }) => ({ itemId: id, type, withdrawnAt: retractedAt }));
  const isComplete = index.hidden.size === 0 && compared.every(({ hadWords }) => hadWords !== undefined);
  const reason = withdrawn.length > 0 ? 'withdrawn' : isComplete ? 'not_published' : undefined;
  return {
    ...verdict,
    ...(verdict.verdict === 'not_found' && reason && { reason }),
    ...(withdrawn.length > 0 && { withdrawn }),
  };
}

interface Candidates {
  texts: SearchCandidate[];
  /** True if more texts match than were read. */
  isCut: boolean;
}

/** Returns functions that search the texts the request may read; those with a price need a pass. */
function createTextReader({ release, pass, newest = Infinity }: QuoteContext) {
  const { texts, pricedTexts } = release;
  const indexes = pass && pricedTexts ? [texts, pricedTexts] : [texts];
  return {
    itemsWith: (word: string): number => indexes.reduce((sum, { itemsWith }) => sum + itemsWith(word), 0),
    candidates: (expression: string | undefined, limit: number): Candidates => {
      const all: Candidates = { texts: [], isCut: false };
      let characters = 0;
      for (const index of expression ? indexes : []) {
        const isRead = (position: number) => position < newest && selectTextIndex(release, pass, position) === index;
        const { best, total } = index.rank(expression!, limit, isRead);
        for (const { position } of best) {
          if (characters > maxCharacters) break;
          const candidate = index.candidate(position);
          characters += Object.values(candidate.texts).join('').length;
          all.texts.push(candidate);
        }
        all.isCut ||= best.length < total || characters > maxCharacters;
      }
      return all;
    },
  };
}

/** Returns the texts about the creator and the room, one candidate for each page and speaker. */
function listRoomCandidates({ facts }: Release): SearchCandidate[] {
  const { baseUrl, creator } = facts;
  const day = creator.updatedAt ?? '';
  const groups = Map.groupBy(splitRoomTexts(facts), ({ path, speaker }) => JSON.stringify([path, speaker]));
  return [...groups.values()].map((sentences): SearchCandidate => {
    const { path, speaker } = sentences[0]!;
    const texts = { title: '', summary: '', body: sentences.map(({ text }) => text).join('\n'), transcript: '' };
    const item = { type: 'article', id: roomTextId, title: creator.name, url: baseUrl + (path ?? '/') } as const;
    const dates = { date: day, publishedAt: day, lastModified: day };
    const origin = { ...(speaker && { author: speaker, voices: { [speaker]: speaker === creator.name } }) };
    return {
      item: { ...item, ...dates, keywords: [], themeIds: [] },
      hasPage: path !== undefined,
      texts,
      segments: [],
      origin: { voices: {}, ...origin },
    };
  });
}

/** Compares the texts with all words of the quote in a row, then those with some of them. */
function verify(quote: Quote, text: string, context: QuoteContext): QuoteVerdict {
  const { itemsWith, candidates } = createTextReader(context);
  const { all, any } = createProbes(text, itemsWith, context.release.index.items.length);
  const { texts, isCut } = candidates(all, maxTextsWithAll);
  const about = context.sandbox ? [] : listRoomCandidates(context.release);
  const exact = verifyExactQuote(quote, [...texts, ...about]);
  const verdict = exact && { ...exact, ...(isCut && { totalIsMinimum: true }) };
  const compared = verdict ?? verifyQuoteText(quote, [...candidates(any, maxTextsWithAny).texts, ...about]);
  return withGaps(withWithdrawn(compared, quote, context), context);
}

export const verifyQuote: Handler<'verifyQuote'> = async ({ body }, context) => {
  const quote = readQuote(body.text);
  if (!quote) {
    const problem = `text must have at least ${quoteMinCharacters} characters from its first word to its last`;
    throw new ApiError('bad_request', `${problem}. Send more of the quote.`, { field: 'text' });
  }
  const verdict = verify(quote, body.text, context);
  if (!body.receipt) return json(verdict);
  const { db, now, sandbox } = context;
  const { baseUrl } = context.release.facts;
  // The sandbox stores nothing, and so it has no key.
  const sign = async () =>
    signReceipt({ baseUrl, quote: body.text, verdict, now }, (await readReceiptKeys(db, now))[0]!);
  return json({ ...verdict, receipt: sandbox ? 'sandbox' : await sign() });
};

export const quotesFeature = { handlers: { verifyQuote, jwks }, console: quotesConsole } satisfies Feature;
