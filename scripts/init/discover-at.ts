// Finds the feeds of addresses, without the rest of `init`.
import { createReader } from '../ingest/reader.ts';
import { discover, type Discovery } from './discover.ts';
import { feedReading } from './feed-facts.ts';
import { pageGetter } from './fetch-page.ts';
import { pageReading } from './page-reader.ts';

export async function discoverAt(urls: string[], allowPrivate: string[]): Promise<Discovery> {
  const reader = createReader();
  try {
    return await discover(urls, {
      get: pageGetter(allowPrivate),
      readPage: pageReading(),
      readFeed: feedReading(reader),
    });
  } finally {
    await reader.close();
  }
}
