// Where the page for shows is, and what its form asks.
export const preparePage = {
  path: '/prepare',
  /** The pack to keep. */
  markdownPath: '/prepare/briefing.md',
  urlMaxLength: 2048,
  topicMaxLength: 200,
} as const;

/** Address of a pack, at the page or as a file. */
export const packPath = (path: string, showUrl: string, topic: string | undefined): string =>
  `${path}?${new URLSearchParams({ showUrl, ...(topic && { topic }) })}`;
