// Limits and rates of the service; each rate is a setting, these are the defaults.

export const contentIndexMaxLimit = 1000;
export const contentIndexDefaultLimit = 50;
export const shardSize = 500;
export const nexusMaxLimit = 100;
export const maxBodyBytes = 64 * 1024;

/** Requests a minute for each route and client. @spec-gap decisions.md, Limits and rates. */
export const ratesPerMinute = {
  nexus: 60,
  mcp: 60,
  l402: 30,
  guestKit: 10,
  transcribe: 6,
  action: 20,
  freeSlice: 30,
} as const;
export type RateClass = keyof typeof ratesPerMinute;
