// POST /api/agent/verify-quote: whether the creator published these words.
import { ApiError } from '#contract/errors.ts';
import { quoteMinCharacters } from '#contract/limits.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { isPaywalled, isPriced, withheld } from '#domain/access/access.ts';
import { receiptKeys } from './keys.ts';
import { probesOf } from './probes.ts';
import { readQuote } from './quote.ts';
import { signReceipt } from './receipt.ts';
import { verify, verifyExact } from './verify.ts';
import { indexFor, isOpened } from '../../release/priced-texts.ts';
import type { ItemHead } from '../../release/stored-items.ts';
import type { Candidate } from '../../release/text-index.ts';
import { json, type Handler } from '../../http/handler.ts';

/** Texts that are read of an index: of those that hold every probe of the quote, and of those that only hold some. */
const mostWithAll = 30;
const mostWithAny = 12;

type Searched = Parameters<Handler<'verifyQuote'>>[1];

/** What has a price is not compared without a pass, so that the words may still stand there. @spec-gap verify-quote */
function withGaps(verdict: QuoteVerdict, { release, pass, newest = Infinity }: Searched): QuoteVerdict {
  const { index, facts } = release;
  if (verdict.verdict === 'exact' || !isPaywalled(facts.access)) return verdict;
  const hidden = Math.max(0, index.items.length - newest);
  const isClosed = (item: ItemHead) => isPriced(facts.access, item) && !isOpened(release, pass, item);
  const priced = index.items.count(isClosed, newest);
  const notChecked = verdict.verdict === 'not_found' && hidden + priced > 0;
  return {
    ...verdict,
    ...(notChecked && { verdict: 'not_checked', reason: 'l402_required' }),
    ...withheld(facts.access, hidden, priced),
  };
}

/** The indexes that the request may ask, each for what it may read of it: that of priced texts only with a pass. */
function readerOf({ release, pass, newest = Infinity }: Searched) {
  const { texts, pricedTexts } = release;
  const indexes = pass && pricedTexts ? [texts, pricedTexts] : [texts];
  return {
    itemsWith: (word: string): number => indexes.reduce((sum, { itemsWith }) => sum + itemsWith(word), 0),
    candidates: (expression: string | undefined, most: number): Candidate[] =>
      indexes.flatMap((index) => {
        const isRead = (position: number) => position < newest && indexFor(release, pass, position) === index;
        const ranked = expression ? index.rank(expression, most, isRead).best : [];
        return ranked.map(({ position }) => index.candidate(position));
      }),
  };
}

export const verifyQuote: Handler<'verifyQuote'> = async ({ body }, context) => {
  const quote = readQuote(body.text);
  if (!quote) {
    const problem = `text has less than ${quoteMinCharacters} characters from its first word to its last`;
    throw new ApiError('bad_request', `${problem}. Give more of the quote.`, { field: 'text' });
  }
  const { release } = context;
  const { itemsWith, candidates } = readerOf(context);
  const { all, any } = probesOf(body.text, itemsWith, release.index.items.length);
  const found = verifyExact(quote, candidates(all, mostWithAll)) ?? verify(quote, candidates(any, mostWithAny));
  const verdict = withGaps(found, context);
  if (!body.receipt) return json(verdict);
  const { db, now, sandbox } = context;
  const { baseUrl } = release.facts;
  // The sandbox keeps nothing, so that it makes no key.
  const sign = async () => signReceipt({ baseUrl, quote: body.text, verdict, now }, (await receiptKeys(db, now))[0]!);
  return json({ ...verdict, receipt: sandbox ? 'sandbox' : await sign() });
};
