// Recognises events, albums, books, papers and artworks by the schema.org data of the pages that short entries link to.
// Only pages at the host of the feed are requested; if the first few have no such data, the others are not requested.
// A YouTube video without views may only be announced, so its page is read for the start of the broadcast.
import type { Fact } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import { utcTime } from '#domain/instants.ts';
import { plainName } from '#domain/names.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import { chaptersLimits } from './chapters.ts';
import type { FetchFeed } from './fetch.ts';
import { parseDate, parseLocalDate } from './normalise/dates.ts';
import { eventStatus, hasTime } from './normalise/kind.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';
import { plainText, shorten } from './normalise/plain-text.ts';

const longestBody = 1200;
const sampleSize = 3;
const maxPages = 100;
const maxMs = 60_000;
const maxDepth = 8;
const maxNodes = 2000;

/** Limits of one page. Those of video platforms have more than a megabyte. */
export const pageLimits = { ...chaptersLimits, bytes: 4 * 1024 * 1024 };

export const pageTypes = 'text/html, application/xhtml+xml;q=0.9';

type EntryWithContent = NormalisedEntry & Required<Pick<NormalisedEntry, 'content'>>;
type Node = Record<string, unknown>;

interface LinkedPagesDeps {
  fetchPage: FetchFeed;
  /** Address of the feed, whose host the pages must have. */
  address: string | undefined;
  timeZone: string | undefined;
  /** Time of the ingest in RFC 3339. */
  now: string;
}

/** Changes articles into timeline entries if their pages say so. */
export async function readLinkedPages(entries: NormalisedEntry[], deps: LinkedPagesDeps): Promise<void> {
  const host = URL.parse(deps.address ?? '')?.host;
  const isNew = (entry: NormalisedEntry): entry is EntryWithContent =>
    entry.content !== undefined && !entry.isConvertedAgain;
  const isCandidate = ({ content: { item, body } }: EntryWithContent) =>
    item.type === 'article' &&
    body.length <= longestBody &&
    host !== undefined &&
    URL.parse(item.canonicalUrl ?? '')?.host === host;
  const candidates = entries.filter(isNew).filter(isCandidate).slice(0, maxPages);
  const deadline = performance.now() + maxMs;
  for (const entry of entries.filter(isNew).filter(isWithoutViews).slice(0, sampleSize))
    await readPremiere(entry, deps).catch(() => undefined);
  let described = 0;
  for (const [index, entry] of candidates.entries()) {
    if ((index >= sampleSize && described === 0) || performance.now() > deadline) return;
    if (await readPage(entry, deps, described > 0)) described += 1;
  }
}

const isWithoutViews = ({ content: { item } }: EntryWithContent): boolean =>
  item.platform === 'youtube' && item.viewCount === 0;

/** Start of a broadcast in microdata and JSON-LD, and in the data of the player as seconds since the epoch. */
const startDate = /startDate"?\s*(?::|content=)\s*"([^"]{10,40})"/;
const scheduledStart = /"scheduledStartTime":"(\d{9,11})"/;

/** Dates an announced video by its start. */
async function readPremiere(entry: EntryWithContent, { fetchPage, timeZone, now }: LinkedPagesDeps): Promise<void> {
  const { item } = entry.content;
  const page = await fetchPage(`https://www.youtube.com/watch?v=${item.videoId}`);
  if (page.status !== 'fetched') return;
  const html = decodeIntact(page.bytes, page);
  const seconds = scheduledStart.exec(html)?.[1];
  const date = seconds
    ? utcTime(new Date(Number(seconds) * 1000).toISOString())
    : parseDate(startDate.exec(html)?.[1], { timeZone });
  if (!date || Date.parse(date) <= Date.parse(now)) return;
  delete entry.localDate;
  entry.date = date;
  item.startsAt = date;
}

async function readPage(entry: EntryWithContent, deps: LinkedPagesDeps, mustRetry: boolean): Promise<boolean> {
  const { item } = entry.content;
  try {
    const page = await deps.fetchPage(item.canonicalUrl!);
    const node = page.status === 'fetched' && findNode(decodeIntact(page.bytes, page), item.title);
    return node ? describeEntry(entry, node, deps.timeZone) : false;
  } catch {
    // Another hash makes the next change of the feed read the page again.
    if (mustRetry) entry.hash = sha256(`${entry.hash} without its page`);
    return false;
  }
}

const script = /<script\b[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gis;

/** Finds the only node of a known type, or the one with the title of the item. */
function findNode(html: string, title: string): Node | undefined {
  const nodes: Node[] = [];
  for (const [, json = ''] of html.matchAll(script)) {
    try {
      collectNodes(JSON.parse(json), nodes, 0);
    } catch {
      // Broken JSON-LD is common; the entry stays an article.
    }
  }
  const candidates = nodes.filter((node) => findKind(node) !== undefined);
  const sameTitle = candidates.find((node) => plainName(textOf(node['name']) ?? '') === plainName(title));
  return sameTitle ?? (candidates.length === 1 ? candidates[0] : undefined);
}

function collectNodes(value: unknown, nodes: Node[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth || nodes.length >= maxNodes) return;
  if (!Array.isArray(value)) nodes.push(value as Node);
  for (const child of Object.values(value)) collectNodes(child, nodes, depth + 1);
}

const kindsByType = [
  { pattern: /^(?:\w*Event|Festival|Hackathon)$/, kind: 'event' },
  { pattern: /^(?:MusicAlbum|MusicRelease|Book|Audiobook)$/, kind: 'release' },
  { pattern: /^(?:ScholarlyArticle|MedicalScholarlyArticle|Thesis)$/, kind: 'publication' },
  { pattern: /^(?:VisualArtwork|Painting|Sculpture|Drawing)$/, kind: 'work' },
] as const;

function findKind(node: Node) {
  const types = [node['@type']].flat().map((type) => String(type).replace(/^https?:\/\/schema\.org\//, ''));
  return kindsByType.find(({ pattern }) => types.some((type) => pattern.test(type)))?.kind;
}

/** Returns the text of a value, or the name of a node. */
function textOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  const text = typeof one === 'object' && one !== null ? ((one as Node)['name'] ?? (one as Node)['@value']) : one;
  return typeof text === 'string' || typeof text === 'number'
    ? shorten(plainText(String(text)), 300) || undefined
    : undefined;
}

/** Returns false for an event without a date, which stays an article. */
function describeEntry(entry: EntryWithContent, node: Node, timeZone: string | undefined): boolean {
  const { item } = entry.content;
  const kind = findKind(node)!;
  if (kind === 'event' && !describeEvent(entry, node, timeZone)) return false;
  const facts = readFacts(node);
  Object.assign(item, { type: 'timeline', kind, ...(facts.length > 0 && { facts }) });
  return true;
}

function describeEvent(entry: EntryWithContent, node: Node, timeZone: string | undefined): boolean {
  const start = textOf(node['startDate']);
  const end = textOf(node['endDate']);
  const date = parseDate(start, { timeZone });
  if (!date) return false;
  const local = parseLocalDate(start, { timeZone })!;
  const place = [node['location']].flat()[0] as Node | string | undefined;
  const address = typeof place === 'object' ? place['address'] : undefined;
  const locality =
    typeof address === 'object' && address ? textOf((address as Node)['addressLocality']) : textOf(address);
  const venue = textOf(place);
  delete entry.localDate;
  Object.assign(entry, { date, ...(local !== date && { localDate: local }) });
  Object.assign(entry.content.item, {
    startsAt: hasTime(start) ? date : undefined,
    endsAt: hasTime(end) ? parseDate(end, { timeZone }) : undefined,
    endDate: parseLocalDate(end, { timeZone }),
    venue: locality && venue,
    location: locality ?? venue,
    organization: textOf(node['organizer']),
    status: eventStatus(textOf(node['eventStatus']), entry.content.item.title),
  });
  return true;
}

function readFacts(node: Node): Fact[] {
  const width = textOf(node['width']);
  const height = textOf(node['height']);
  const doi = [node['identifier'], node['sameAs'], node['@id'], node['url']]
    .flat()
    .map((value) => (typeof value === 'object' && value ? textOf((value as Node)['value']) : textOf(value)))
    .flatMap((text) => /\b10\.\d{4,9}\/\S{1,200}/.exec(text ?? '')?.[0] ?? [])[0];
  const release = [node['albumRelease']].flat()[0] as Node | undefined;
  const values: [Fact['label'], string | undefined][] = [
    ['materials', textOf(node['artMedium'] ?? node['material'])],
    ['dimensions', textOf(node['size']) ?? (width && height && `${width} × ${height}`)],
    ['label', textOf(node['recordLabel'] ?? release?.['recordLabel'])],
    ['publisher', textOf(node['publisher'])],
    ['journal', findKind(node) === 'publication' ? textOf(node['isPartOf']) : undefined],
    ['doi', doi],
    ['isbn', textOf(node['isbn'])],
  ];
  return values.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
