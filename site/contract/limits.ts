// Limits and rates of the service; each rate is a setting, these are the defaults.

export const contentIndexMaxLimit = 1000;
export const contentIndexDefaultLimit = 50;
export const shardSize = 500;
export const nexusMaxLimit = 100;
export const nexusSearchMaxLimit = 50;
export const maxBodyBytes = 64 * 1024;
/** What a model is given at once. */
export const maxToolTokens = 20_000;
/** Items that a tool lists by default. */
export const toolDefaultLimit = 20;
/** Of one item. */
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

/** Known agents, and the addresses that hosted clients share, may ask this many times as often. */
export const sharedRateFactor = 10;

export const searchDefaultLimit = 10;
export const searchMaxLimit = 50;
export const searchMaxCharacters = 200;
/** Words and phrases of one query: each is ranked on its own. */
export const searchMaxTerms = 16;

export const askMaxCharacters = 2000;

export const quoteMinCharacters = 10;
export const quoteMaxCharacters = 2000;
/**
 * What still counts as the same quote, as verify-quote tells in its description: of the quote's words this share may be
 * changed, added or left out, and one word in any case where there are as many as `nearFromWords`.
 */
export const nearShare = 0.3;
export const nearFromWords = 3;
/** Text that an ellipsis stands for, at most. */
export const elidedMaxCharacters = 1000;

export const changesDefaultLimit = 100;
export const changesMaxLimit = 1000;
/** Texts in one answer of changes. */
export const changesMaxBodyCharacters = 1_000_000;
/** How long retractions stay in the list of changes. */
export const tombstoneDays = 365;

/** Media that takes longer becomes a job if the client sends `Prefer: respond-async`. */
export const longMediaSeconds = 120;
/** How long the answer to a caller who does not take a job may take. */
export const transcribeWaitSeconds = 600;
export const transcribeJobRetentionDays = 7;

/** Each token has rates of its own, so that what one network can collect has an end. */
export const agentTokensPerDay = 10;
/** With one more, the oldest token of the network ends. */
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
