// The live release as it is published: its public pages, and their objects as sources of files.
import { licensePath } from '#domain/links.ts';
import { hostedRelease, type HostedRelease } from '#domain/release/hosting.ts';
import { type Encoding, encodings, type ReleasePage } from '#domain/release/page.ts';
import { type NumberedFacts, objectFile, openSnapshot, readFacts, readPages } from '../../sidecar/release/room-db.ts';
import type { Source } from './target.ts';

export interface PublicRelease {
  facts: NumberedFacts;
  hosted: HostedRelease;
}

/** Throws an Error if nothing is built yet. */
export function readPublicRelease(dist: string): PublicRelease {
  const db = openSnapshot(dist);
  try {
    const facts = readFacts(db)!;
    const pages = readPages(db);
    const site = { baseUrl: facts.baseUrl, hasLicense: pages.has(licensePath) };
    return { facts, hosted: hostedRelease(site, pages.entries()) };
  } finally {
    db.close();
  }
}

/** Forms of a page: as it is, and compressed. */
export const formsOf = ({ encodings: sizes }: ReleasePage): (Encoding | undefined)[] => [
  undefined,
  ...encodings.filter((encoding) => sizes?.[encoding] !== undefined),
];

export const objectSource = (dist: string, page: ReleasePage, encoding?: Encoding): Source => ({
  kind: 'object',
  file: objectFile(dist, page, encoding),
  size: encoding ? page.encodings![encoding]! : page.size,
  etag: encoding ? undefined : page.etag,
  modified: page.lastModified,
});
