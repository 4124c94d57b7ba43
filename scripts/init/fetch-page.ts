// Gets pages through the same safe fetch as ingest: public addresses only, bounded in size and time.
import type { Env } from '../../sidecar/settings/settings.ts';
import { createFetcher, type FetcherOptions } from '../ingest/fetch.ts';
import type { GetPage } from './web.ts';

export const pageGetter = (
  allowPrivateHosts: string[],
  options: Pick<FetcherOptions, 'attempts' | 'env'> = {},
): GetPage => getter({ allowPrivateHosts, ...options });

export const pictureGetter = (allowPrivateHosts: string[], env?: Env): GetPage =>
  getter({ env, allowPrivateHosts, accept: 'image/*', attempts: 2 });

function getter(options: FetcherOptions): GetPage {
  const fetchAddress = createFetcher(options);
  return async (url) => {
    const answer = await fetchAddress(url);
    if (answer.status !== 'fetched') throw new Error('The source says that nothing changed, though nothing was known.');
    const { bytes, contentType = '', address = url } = answer;
    return { url: address, contentType, bytes };
  };
}
