// Finds the feeds at addresses, for commands other than init.
import { discoverFeeds, type Discovery } from './discover.ts';
import { createPageGetter } from './fetch-page.ts';
import { createPageReader } from './page-reader.ts';

export async function discoverAt(urls: string[], allowPrivate: string[]): Promise<Discovery> {
  const { read, close } = createPageReader();
  try {
    return await discoverFeeds(urls, { get: createPageGetter(allowPrivate), read });
  } finally {
    await close();
  }
}
