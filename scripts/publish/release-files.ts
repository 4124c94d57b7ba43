// The live release as it is published: its public pages.
import { licensePath } from '#domain/links.ts';
import { hostedRelease, type HostedRelease } from '#domain/release/hosting.ts';
import { type Encoding, encodings, type ReleasePage } from '#domain/release/page.ts';
import { type NumberedFacts, openSnapshot, readFacts, readPages } from '../../sidecar/release/room-db.ts';

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
