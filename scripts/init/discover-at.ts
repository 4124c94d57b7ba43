// Finds the feeds at addresses, for commands other than init.
import { createFeedReader } from '../ingest/reader.ts';
import { discoverFeeds, type Discovery } from './discover.ts';
import { createFeedFactsReader } from './feed-facts.ts';
import { createPageGetter } from './fetch-page.ts';
import { createPageReader } from './page-reader.ts';

export async function discoverAt(urls: string[], allowPrivate: string[]): Promise<Discovery> {
  const reader = createFeedReader();
  try {
    return await discoverFeeds(urls, {
      get: createPageGetter(allowPrivate),
      readPage: createPageReader(),
      readFeed: createFeedFactsReader(reader),
    });
  } finally {
    await reader.close();
  }
}
