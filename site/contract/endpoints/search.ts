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
      summary: 'Search titles, summaries, texts and transcripts; returns matching passages.',
      description:
        'Ranked by BM25 with a higher weight for titles and summaries. Returns items with all words, or with any of them if ' +
        `there are none. At most ${searchMaxTerms} words and phrases; a query of only words such as “the” must be in double ` +
        'quotes. Snippets are verbatim. Texts with a price are not searched, only their titles and summaries; access of a ' +
        'result names the resource that opens its text.',
      example: { query: { q: 'tide river', limit: 2 } },
    },
    access: { rate: 'search', paywall: { resource: 'content-index', freeSlice: 'anyone' }, sandbox: true },
    agents: {
      tool: 'search_content',
      usage:
        'Use it to find where something was said: verbatim passages, each with an address that leads to it. Send a few ' +
        'specific words, not a sentence. For newest items or a whole theme use get_content_index; to check a quote, ' +
        'verify_quote. Best first, about 300 tokens each.',
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
      summary: 'Check if the creator published these words, and where.',
      description:
        'exact: the source contains these words and signs in this order. Case, kinds of quotation marks and dashes, white space, ' +
        'Markdown signs and signs around the quote are ignored. A part of a sentence is exact, with before and after; a quote ' +
        'that ends or begins like a sentence in the middle of one is near. ' +
        `near: at most ${nearShare * 100} % of the words are changed, added or omitted (with ${nearFromWords} or more words, ` +
        'one in any case; each further word omitted at the same place, and each changed sign, counts as a tenth), or an ' +
        `ellipsis replaces up to ${elidedMaxCharacters} characters; difference lists the changes. The check is deterministic, ` +
        'uses no model and stores nothing. Each match has one speaker, or null. speakerIsCreator is true only for words that ' +
        'are known to be the creator’s: it is false in a quotation, repost, letter, interview turn or advertisement inside an ' +
        'item, for guests and other authors, and if nobody is named. With receipt: true the response includes the verdict as a ' +
        'compact JWS (ES256). not_checked: not found, but texts with a price were not compared. ' +
        'Send the token of an offer as Authorization: L402 to include the texts that it opens.',
      example: { body: { text: 'The sea is never late; it is the table that is wrong.' } },
    },
    access: { rate: 'quote', paywall: { resource: 'content-index', freeSlice: 'anyone', pricedTexts: 'always' } },
    agents: {
      tool: 'verify_quote',
      usage:
        'Use it for every quote attributed to the creator. Returns exact, near with the differences, not_found, or ' +
        'not_checked if a price hides texts. Never present near as exact; attribute words to the creator only if ' +
        'speakerIsCreator is true; for not_found, find the actual words with search_content.',
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
      summary: 'Get the public keys for receipts of verify-quote.',
      description: 'Store the keys with a receipt, so that its signature can be checked offline.',
    },
  }),
  changes: endpoint({
    http: { method: 'GET', path: '/api/agent/changes', servedBy: 'sidecar', query: ChangesQuery, response: Changes },
    docs: {
      group: 'Content',
      indexKey: 'changes',
      summary: 'List published, changed and retracted items since a cursor.',
      description:
        'Start without a cursor and continue with nextCursor until total equals count: you then have all live items. Later, poll ' +
        'with the last nextCursor. A cursor stays valid across rebuilds and restarts; one from another room, or older than ' +
        `${tombstoneDays} days, is rejected with details.reason: start again without a cursor. Items hidden from the API count ` +
        'as retracted; an item whose text gets a price counts as updated. With include=body, texts with a price require the ' +
        'token that opens them.',
      example: { query: { limit: 2 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'anyone', pricedTexts: 'include' }, sandbox: true },
    agents: {
      tool: 'get_changes',
      usage:
        'Use it to update a copy: set cursor to the nextCursor of your last call. Without a cursor it starts with the ' +
        'oldest change; for the newest items use get_content_index.',
    },
  }),
};
