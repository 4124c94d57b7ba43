// Reads people, organisations, podcasts and sites from the JSON-LD of a page.
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
  telephone?: string | undefined;
  contactPoints: ContactPoint[];
  /** Topics that the person knows about (knowsAbout). */
  topics: string[];
  /** Other addresses of the same person or thing. */
  sameAs: string[];
  /** Feed of a podcast (webFeed). */
  feed?: string | undefined;
  url?: string | undefined;
  /** Names of the members of a group. */
  members: string[];
  /** Names of those who made or perform it. */
  authors: string[];
  /** Dates as the page states them. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  published?: string | undefined;
  /** Name and town of the place of an event. */
  place?: string | undefined;
  /** Lowest price with its currency. */
  price?: string | undefined;
}

interface ContactPoint {
  /** Purpose, such as `press` (contactType). */
  type: string;
  name?: string | undefined;
  email?: string | undefined;
  telephone?: string | undefined;
}

const maxEntities = 200;
const maxDepth = 12;
const maxContactPoints = 10;

/** Returns everything with a type and a name, or nothing if the text is not JSON. */
export function readEntities(json: string, base: string): Entity[] {
  const entities: Entity[] = [];
  try {
    collectEntities(JSON.parse(json), base, entities, 0);
  } catch {
    // Broken JSON-LD is common, and most facts are elsewhere on the page as well.
  }
  return entities;
}

function collectEntities(value: unknown, base: string, entities: Entity[], depth: number): void {
  if (depth > maxDepth || entities.length >= maxEntities || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const entity = readEntity(value as Record<string, unknown>, base);
    if (entity) entities.push(entity);
  }
  for (const [key, child] of Object.entries(value))
    if (key !== 'itemReviewed') collectEntities(child, base, entities, depth + 1);
}

function readEntity(node: Record<string, unknown>, base: string): Entity | undefined {
  const types = readTexts(node['@type']).map((type) => type.replace(/^https?:\/\/schema\.org\//, ''));
  // Many templates escape texts for HTML inside JSON.
  const name = plainText(readTexts(node['name'])[0]);
  if (!types.length || !name) return undefined;
  return {
    types,
    name,
    description: plainText(readTexts(node['description'])[0]) || undefined,
    image: webAddress(readAddresses(node['image'])[0] ?? readAddresses(node['logo'])[0], base),
    jobTitle: plainText(readTexts(node['jobTitle'])[0]) || undefined,
    ...readReach(node),
    contactPoints: [node['contactPoint']].flat(1).flatMap(readContactPoint).slice(0, maxContactPoints),
    topics: readTexts(node['knowsAbout']),
    sameAs: readTexts(node['sameAs']).flatMap((address) => webAddress(address, base) ?? []),
    feed: webAddress(readAddresses(node['webFeed'])[0], base),
    url: webAddress(readTexts(node['url'])[0], base),
    members: readNames(node['member'] ?? node['members']),
    authors: ['author', 'byArtist', 'creator', 'performer'].flatMap((key) => readNames(node[key])),
    startDate: readTexts(node['startDate'])[0],
    endDate: readTexts(node['endDate'])[0],
    published: readTexts(node['datePublished'])[0],
    place: readPlace(node['location']),
    price: readPrice(node['offers']),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads names, which are strings, objects with a name, or roles that contain such an object. */
const readNames = (value: unknown): string[] =>
  [value].flat(1).flatMap((one) => {
    if (!isRecord(one)) return readTexts(one).map((text) => plainText(text));
    return isRecord(one['member']) ? readNames(one['member']) : readTexts(one['name']).map((text) => plainText(text));
  });

function readPlace(value: unknown): string | undefined {
  const [place] = [value].flat(1);
  if (!isRecord(place)) return plainText(readTexts(place)[0]) || undefined;
  const { name, address } = place;
  const town = isRecord(address) ? address['addressLocality'] : address;
  return [...new Set([name, town].flatMap(readTexts).map((text) => plainText(text)))].join(', ') || undefined;
}

function readPrice(value: unknown): string | undefined {
  const [offer] = [value].flat(1);
  if (!isRecord(offer)) return undefined;
  const price = offer['price'] ?? offer['lowPrice'];
  const isAmount = typeof price === 'number' || (typeof price === 'string' && /^\d[\d.,]*$/.test(price));
  const [currency] = readTexts(offer['priceCurrency']);
  return isAmount && currency ? `${price} ${currency}` : undefined;
}

const readReach = (node: Record<string, unknown>) => ({
  email: readTexts(node['email'])[0]?.replace(/^mailto:/, ''),
  telephone: readTexts(node['telephone'])[0]?.replace(/^tel:/, ''),
});

function readContactPoint(value: unknown): ContactPoint[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Record<string, unknown>;
  const name = plainText(readTexts(node['name'])[0]) || undefined;
  return [{ type: readTexts(node['contactType'])[0] ?? '', name, ...readReach(node) }];
}

function readTexts(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .map(cleanLine)
    .filter(Boolean);
}

/** Reads addresses, which are strings, objects with a url, or lists of either. */
function readAddresses(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) =>
    readTexts(typeof part === 'object' && part !== null ? (part as { url?: unknown }).url : part),
  );
}
