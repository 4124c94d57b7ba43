// Gets pages through the same safe fetch as ingest: public addresses only, bounded in size and time.
import { createFetcher } from '../ingest/fetch.ts';
import type { GetPage } from './web.ts';

export function pageGetter(allowPrivateHosts: string[]): GetPage {
  const fetchAddress = createFetcher({ allowPrivateHosts });
  return async (url) => {
    const answer = await fetchAddress(url);
    if (answer.status !== 'fetched') throw new Error('The source says that nothing changed, though nothing was known.');
    const { bytes, contentType = '', address = url } = answer;
    return { url: address, contentType, bytes };
  };
}
