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

const maxEntities = 200;
const maxDepth = 12;

/** Everything in the document that has a type and a name; nothing when it is not JSON. */
export function readEntities(json: string, base: string): Entity[] {
  const found: Entity[] = [];
  try {
    collectEntities(JSON.parse(json), base, found, 0);
  } catch {
    // Broken JSON-LD is common, and the page says most of it elsewhere.
  }
  return found;
}

function collectEntities(value: unknown, base: string, found: Entity[], depth: number): void {
  if (depth > maxDepth || found.length >= maxEntities || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const entity = readEntity(value as Record<string, unknown>, base);
    if (entity) found.push(entity);
  }
  for (const part of Object.values(value)) collectEntities(part, base, found, depth + 1);
}

function readEntity(node: Record<string, unknown>, base: string): Entity | undefined {
  const types = readTexts(node['@type']).map((type) => type.replace(/^https?:\/\/schema\.org\//, ''));
  // Many a template escapes the words for HTML before they become JSON.
  const name = plainText(readTexts(node['name'])[0]);
  if (!types.length || !name) return undefined;
  return {
    types,
    name,
    description: plainText(readTexts(node['description'])[0]) || undefined,
    image: webAddress(readAddresses(node['image'])[0] ?? readAddresses(node['logo'])[0], base),
    jobTitle: plainText(readTexts(node['jobTitle'])[0]) || undefined,
    email: readTexts(node['email'])[0]?.replace(/^mailto:/, ''),
    topics: readTexts(node['knowsAbout']),
    sameAs: readTexts(node['sameAs']).flatMap((address) => webAddress(address, base) ?? []),
    feed: webAddress(readAddresses(node['webFeed'])[0], base),
  };
}

function readTexts(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .map(cleanLine)
    .filter(Boolean);
}

/** An address stands as text, as an object with a url, or as a list of either. */
function readAddresses(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) =>
    readTexts(typeof part === 'object' && part !== null ? (part as { url?: unknown }).url : part),
  );
}
