// Explains why nothing is at an address: its item was retracted or never existed. @spec-gap not-found
import { ApiError } from '#contract/errors.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Release } from '../release/release.ts';

/** Addresses with the id of an item, and the endpoints that list such ids. */
const itemAddresses = [
  [/^\/(?:api\/agent\/)?articles\/([a-z0-9-]+)(?:\.md|\.json)?$/, 'articles'],
  [/^\/api\/article\/([a-z0-9-]+)\/markdown$/, 'articles'],
  [/^\/episodes\/([a-z0-9-]+)(?:\.md)?$/, 'episodes'],
  [/^\/videos\/([a-z0-9-]+)(?:\.md)?$/, 'streamVideos'],
  [/^\/api\/agent\/items\/([a-z0-9-]+)$/, 'contentIndex'],
  [/^\/transcripts\/([a-z0-9-]+)\.vtt$/, 'episodes'],
] as const;

export function createMissingError({ facts }: Pick<Release, 'facts'>, path: string): ApiError {
  for (const [pattern, list] of itemAddresses) {
    const id = pattern.exec(path)?.[1];
    if (id === undefined) continue;
    const retraction = facts.retracted?.find((one) => one.id === id);
    if (retraction) {
      const { retractedAt } = retraction;
      return new ApiError('gone', `The creator has retracted ${id}.`, { reason: 'retracted', retractedAt });
    }
    return new ApiError('not_found', `Nothing is at ${path}.`, { list: endpointUrl(facts.baseUrl, list) });
  }
  return new ApiError('not_found', `Nothing is at ${path}.`);
}
