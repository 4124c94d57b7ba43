// Fetches pages with the fetcher of ingest: public addresses only, limited in size and time.
import { SourceError } from '#contract/source-problems.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { createFetcher, type FetcherOptions } from '../ingest/fetch.ts';
import type { GetPage } from './web.ts';

export const createPageGetter = (
  allowPrivateHosts: string[],
  options: Pick<FetcherOptions, 'attempts' | 'env'> = {},
): GetPage => createGetter({ allowPrivateHosts, ...options });

export const createPictureGetter = (allowPrivateHosts: string[], env?: Environment): GetPage =>
  createGetter({ env, allowPrivateHosts, accept: 'image/*', attempts: 2 });

function createGetter(options: FetcherOptions): GetPage {
  const fetchAddress = createFetcher(options);
  return async (url) => {
    const answer = await fetchAddress(url);
    if (answer.status !== 'fetched') throw new SourceError('status_unchanged');
    const { bytes, contentType = '', address = url } = answer;
    return { url: address, contentType, bytes };
  };
}
