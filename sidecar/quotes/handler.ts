// POST /api/agent/verify-quote: whether the creator published these words.
import { ApiError } from '#contract/errors.ts';
import { quoteMinCharacters } from '#contract/limits.ts';
import { probesOf } from './probes.ts';
import { readQuote } from './quote.ts';
import { verify, verifyExact } from './verify.ts';
import { json, type Handler } from '../server/handler.ts';

/** Texts that are read: of those that hold every probe of the quote, and of those that only hold some. */
const mostWithAll = 30;
const mostWithAny = 12;

export const verifyQuote: Handler<'verifyQuote'> = ({ body }, { release: { texts, index } }) => {
  const quote = readQuote(body.text);
  if (!quote) {
    const problem = `text has less than ${quoteMinCharacters} characters from its first word to its last`;
    throw new ApiError('bad_request', `${problem}. Give more of the quote.`, { field: 'text' });
  }
  const { all, any } = probesOf(body.text, texts.itemsWith, index.items.length);
  const candidates = (expression: string | undefined, most: number) =>
    expression ? texts.rank(expression, most).best.map(({ position }) => texts.candidate(position)) : [];
  return json(verifyExact(quote, candidates(all, mostWithAll)) ?? verify(quote, candidates(any, mostWithAny)));
};
