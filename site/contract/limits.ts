// Limits and default rates of the service. Each rate can be changed by a setting.

export const contentIndexMaxLimit = 1000;
export const contentIndexDefaultLimit = 50;
export const shardSize = 500;
export const nexusMaxLimit = 100;
export const nexusSearchMaxLimit = 50;
export const maxBodyBytes = 64 * 1024;
export const maxToolTokens = 20_000;
/** Size in tokens of a page of a transcript that a tool returns by default. */
export const toolPageTokens = 8000;
/** Default number of items in a tool result. */
export const toolDefaultLimit = 20;
/** Default size of one response of get_item. */
export const itemDefaultTokens = 8000;

/** Revisions of MCP that are served, newest first. */
export const mcpRevisions = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** Rate multiplier for known agents and for addresses that hosted clients share. */
export const sharedRateFactor = 10;

export const searchDefaultLimit = 10;
export const searchMaxLimit = 50;
export const searchMaxCharacters = 200;
/** Maximum number of words and phrases in a query; each is ranked separately. */
export const searchMaxTerms = 16;

export const askMaxCharacters = 2000;

export const quoteMinCharacters = 10;
export const quoteMaxCharacters = 2000;
/**
 * Share of a quote's words that may be changed, added or omitted in a near match. A quote of `nearFromWords` words or
 * more may differ in one word in any case. The description of verify-quote states both numbers.
 */
export const nearShare = 0.3;
export const nearFromWords = 3;
/** Maximum number of characters that an ellipsis may replace. */
export const elidedMaxCharacters = 1000;

export const changesDefaultLimit = 100;
export const changesMaxLimit = 1000;
/** Maximum total size of the texts in one response of changes. */
export const changesMaxBodyCharacters = 1_000_000;
/** Days for which the list of changes contains a retraction. */
export const tombstoneDays = 365;

/** Length from which media becomes a job if the client sends `Prefer: respond-async`. */
export const longMediaSeconds = 120;
/** Maximum duration of a response to a client that does not accept a job. */
export const transcribeWaitSeconds = 600;
export const transcribeJobRetentionDays = 7;

/** Maximum number of agent tokens a day for one network, since each token has its own rates. */
export const agentTokensPerDay = 10;
/** Maximum number of agent tokens of one network; another token ends the oldest one. */
export const maxAgentTokens = 50;

/** Requests a minute for each route and client. @spec-gap rates */
export const ratesPerMinute = {
  nexus: 60,
  mcp: 60,
  l402: 30,
  guestKit: 10,
  transcribe: 6,
  action: 20,
  search: 120,
  quote: 60,
  freeSlice: 30,
} as const;
export type RateClass = keyof typeof ratesPerMinute;
