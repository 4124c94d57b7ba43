// POST /api/agent/verify-quote: whether the creator published these words.
import { ApiError } from '#contract/errors.ts';
import { quoteMinCharacters } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { isPaywalled, isPriced, withheld } from '#domain/access/access.ts';
import { receiptKeys } from './keys.ts';
import { paidCandidates } from './paid.ts';
import { probesOf } from './probes.ts';
import { readQuote } from './quote.ts';
import { signReceipt } from './receipt.ts';
import { verify, verifyExact } from './verify.ts';
import { isOpened } from '../release/priced-texts.ts';
import { json, type Handler } from '../server/handler.ts';

/** Texts that are read: of those that hold every probe of the quote, and of those that only hold some. */
const mostWithAll = 30;
const mostWithAny = 12;

type Searched = Parameters<Handler<'verifyQuote'>>[1];

/** What has a price is not compared without a pass, so that the words may still stand there. @spec-gap verify-quote */
function withGaps(verdict: QuoteVerdict, { release, pass, newest = Infinity }: Searched): QuoteVerdict {
  const { index, facts } = release;
  if (verdict.verdict === 'exact' || !isPaywalled(facts.access)) return verdict;
  const hidden = Math.max(0, index.items.length - newest);
  const isClosed = (item: ContentItem) => isPriced(facts.access, item) && !isOpened(release, pass, item);
  const priced = index.items.slice(0, newest).filter(isClosed).length;
  const notChecked = verdict.verdict === 'not_found' && hidden + priced > 0;
  return {
    ...verdict,
    ...(notChecked && { verdict: 'not_checked', reason: 'l402_required' }),
    ...withheld(facts.access, hidden, priced),
  };
}

export const verifyQuote: Handler<'verifyQuote'> = async ({ body }, context) => {
  const { release, pass, newest = Infinity } = context;
  const { texts, index } = release;
  const quote = readQuote(body.text);
  if (!quote) {
    const problem = `text has less than ${quoteMinCharacters} characters from its first word to its last`;
    throw new ApiError('bad_request', `${problem}. Give more of the quote.`, { field: 'text' });
  }
  const { all, any } = probesOf(body.text, texts.itemsWith, index.items.length);
  const isSeen = (position: number) => position < newest;
  const paid = await paidCandidates(body.text, release, { pass, newest });
  const candidates = (expression: string | undefined, most: number) => {
    const ranked = expression ? texts.rank(expression, most, isSeen).best.map(({ position }) => position) : [];
    const free = ranked.filter((position) => !paid.has(position)).map((position) => texts.candidate(position));
    return [...free, ...paid.values()];
  };
  const found = verifyExact(quote, candidates(all, mostWithAll)) ?? verify(quote, candidates(any, mostWithAny));
  const verdict = withGaps(found, context);
  if (!body.receipt) return json(verdict);
  const { db, now, sandbox } = context;
  const { baseUrl } = release.facts;
  // The sandbox keeps nothing, so that it makes no key.
  const sign = async () => signReceipt({ baseUrl, quote: body.text, verdict, now }, (await receiptKeys(db, now))[0]!);
  return json({ ...verdict, receipt: sandbox ? 'sandbox' : await sign() });
};
