// Search, quote verification and sync.
import { endpoint } from '../endpoint.ts';
import { elidedMaxCharacters, nearFromWords, nearShare, searchMaxTerms, tombstoneDays } from '../limits.ts';
import { Changes, ChangesQuery } from '../schemas/changes.ts';
import { Jwks, QuoteRequest, QuoteVerdict } from '../schemas/quotes.ts';
import { SearchQuery, SearchResults } from '../schemas/search.ts';

export const search = {
  search: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/search',
      servedBy: 'sidecar',
      query: SearchQuery,
      response: SearchResults,
      errors: ['rate_limited'],
    },
    docs: {
      group: 'Content',
      indexKey: 'search',
      summary: 'Search titles, summaries, texts and transcripts; answers with the passages that match.',
      description:
        'Ranked by BM25, titles and summaries weigh more. Items that hold all words answer; where there is none, those with any of ' +
        `them. At most ${searchMaxTerms} words and phrases; a query of nothing but words such as “the” must be in double quotes. ` +
        'Snippets are verbatim. Of texts that have a price, title and summary are searched, ' +
        'also for who paid for them: access of a result says what opens its text.',
      example: { query: { q: 'tide river', limit: 2 } },
    },
    access: { rate: 'search', paywall: { resource: 'content-index', freeSlice: 'anyone' }, sandbox: true },
    agents: {
      tool: 'search_content',
      usage:
        'Use it to find where something was said: each comes with them, verbatim, and an address that leads ' +
        'to the passage or the second of the recording. A few telling words do better than a sentence. For the newest items, or all ' +
        'of a theme, use get_content_index; to read an article found here, get_article; to check words that you have, verify_quote. ' +
        'Best first, 10 unless limit says otherwise, about 300 tokens each.',
    },
  }),
  verifyQuote: endpoint({
    http: {
      method: 'POST',
      path: '/api/agent/verify-quote',
      servedBy: 'sidecar',
      body: QuoteRequest,
      response: QuoteVerdict,
      errors: ['rate_limited'],
    },
    docs: {
      group: 'Content',
      indexKey: 'verifyQuote',
      summary: 'Check whether the creator published these words, and where.',
      description:
        'exact: the words, and the signs between them, stand there in this order. Case, kinds of quotation marks and dashes, white ' +
        'space, marks of Markdown and the signs around the quote do not count. A part of a sentence is exact, with before and after; ' +
        'a quote that ends or begins like a sentence where the source goes on is near. ' +
        `near: at most ${nearShare * 100} % of its words are changed, added or left out (from ${nearFromWords} words on, one in any ` +
        'case; each further word left out at the same place, and each other sign, counts a tenth), or an ellipsis stands for up to ' +
        `${elidedMaxCharacters} characters; difference shows what. No model judges, nothing is kept: the same text and content give ` +
        'the same answer. Each match names the speaker, or null, and never reaches over to what another one says; speakerIsCreator is ' +
        'true only where the words are known to be the creator’s: false in a quotation, a repost, a letter, an interview turn or an ' +
        'advertisement inside an item, for guests and other authors, and where nobody is named. With receipt: true the verdict also comes as a compact JWS (ES256). not_checked: found nowhere, but texts with a price were not compared. ' +
        'With the token of an offer, as Authorization: L402, the texts that it opens are compared, too.',
      example: { body: { text: 'The sea is never late; it is the table that is wrong.' } },
    },
    access: { rate: 'quote', paywall: { resource: 'content-index', freeSlice: 'anyone', pricedTexts: 'always' } },
    agents: {
      tool: 'verify_quote',
      usage:
        'Use it before you quote, and for every quote that somebody ascribes to the creator. It answers exact, near with each ' +
        'difference word by word, not_found, or not_checked where a price hides texts, with item, address and what the source says there. Send the words alone, at least a ' +
        'few of them. Never present near as exact; ascribe words to the ' +
        'creator only with speakerIsCreator true; where it is not_found, look with search_content for what was said instead.',
    },
  }),
  jwks: endpoint({
    http: {
      method: 'GET',
      path: '/.well-known/jwks.json',
      servedBy: 'sidecar',
      response: Jwks,
      mediaType: 'application/jwk-set+json',
    },
    docs: {
      group: 'Discovery',
      summary: 'Public keys that receipts of verify-quote are signed with.',
      description: 'Keep it with a receipt: the signature can then be checked without asking anybody.',
    },
  }),
  changes: endpoint({
    http: { method: 'GET', path: '/api/agent/changes', servedBy: 'sidecar', query: ChangesQuery, response: Changes },
    docs: {
      group: 'Content',
      indexKey: 'changes',
      summary: 'What was published, changed and retracted since a cursor.',
      description:
        'Begin without a cursor and ask again with nextCursor until total equals count: what was created or updated and not retracted is then all that ' +
        'is live. Poll with the last nextCursor from then on. A cursor stays valid across rebuilds and restarts; one from another ' +
        `room, or older than ${tombstoneDays} days of retractions, is refused with details.reason: begin again without it. ` +
        'Items that are hidden from the API count as retracted; an item whose text gets a price counts as updated. ' +
        'include=body gives texts with a price to whoever sends the token that opens them.',
      example: { query: { limit: 2 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'anyone', pricedTexts: 'include' }, sandbox: true },
    agents: {
      tool: 'get_changes',
      usage:
        'Use it to keep a copy up to date, or to see what is new since you last looked: pass the nextCursor of the last result. ' +
        'Without a cursor it begins at the oldest change; for the newest items use get_content_index.',
    },
  }),
};
