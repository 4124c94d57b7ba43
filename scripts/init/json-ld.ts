// People, organisations, podcasts and sites that a page describes in JSON-LD.
import { cleanLine } from '#domain/text/invisible.ts';
import { plainText } from '../ingest/normalise/plain-text.ts';
import { webAddress } from './web.ts';

export interface Entity {
  types: string[];
  name: string;
  description?: string | undefined;
  image?: string | undefined;
  jobTitle?: string | undefined;
  email?: string | undefined;
  /** Topics the person claims knowledge of (knowsAbout). */
  topics: string[];
  /** Other addresses of the same person or thing. */
  sameAs: string[];
  /** A podcast's feed (webFeed). */
  feed?: string | undefined;
}

const mostEntities = 200;
const deepest = 12;

/** Everything in the document that has a type and a name; nothing when it is not JSON. */
export function entitiesIn(json: string, base: string): Entity[] {
  const found: Entity[] = [];
  try {
    collect(JSON.parse(json), base, found, 0);
  } catch {
    // Broken JSON-LD is common, and the page says most of it elsewhere.
  }
  return found;
}

function collect(value: unknown, base: string, found: Entity[], depth: number): void {
  if (depth > deepest || found.length >= mostEntities || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const entity = entityOf(value as Record<string, unknown>, base);
    if (entity) found.push(entity);
  }
  for (const part of Object.values(value)) collect(part, base, found, depth + 1);
}

function entityOf(node: Record<string, unknown>, base: string): Entity | undefined {
  const types = textsOf(node['@type']).map((type) => type.replace(/^https?:\/\/schema\.org\//, ''));
  // Many a template escapes the words for HTML before they become JSON.
  const name = plainText(textsOf(node['name'])[0]);
  if (!types.length || !name) return undefined;
  return {
    types,
    name,
    description: plainText(textsOf(node['description'])[0]) || undefined,
    image: webAddress(addressesOf(node['image'])[0] ?? addressesOf(node['logo'])[0], base),
    jobTitle: plainText(textsOf(node['jobTitle'])[0]) || undefined,
    email: textsOf(node['email'])[0]?.replace(/^mailto:/, ''),
    topics: textsOf(node['knowsAbout']),
    sameAs: textsOf(node['sameAs']).flatMap((address) => webAddress(address, base) ?? []),
    feed: webAddress(addressesOf(node['webFeed'])[0], base),
  };
}

function textsOf(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .map(cleanLine)
    .filter(Boolean);
}

/** An address stands as text, as an object with a url, or as a list of either. */
function addressesOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) =>
    textsOf(typeof part === 'object' && part !== null ? (part as { url?: unknown }).url : part),
  );
}
