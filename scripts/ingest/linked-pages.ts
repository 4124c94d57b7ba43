// Reads what short entries are from the schema.org data of the pages that they link: events, albums and books, papers,
// artworks. Only pages at the host of the feed are requested, and more than a few only if the first ones say something.
import type { Fact } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import { plainName } from '#domain/names.ts';
import { decodeIntact } from '#domain/text/decode.ts';
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

export const pageTypes = 'text/html, application/xhtml+xml;q=0.9';

type EntryWithContent = NormalisedEntry & Required<Pick<NormalisedEntry, 'content'>>;
type Node = Record<string, unknown>;

interface LinkedPagesDeps {
  fetchPage: FetchFeed;
  /** Address of the feed, whose host the pages must have. */
  address: string | undefined;
  timeZone: string | undefined;
}

/** Changes articles into timeline entries if their pages say so. */
export async function readLinkedPages(entries: NormalisedEntry[], deps: LinkedPagesDeps): Promise<void> {
  const host = URL.parse(deps.address ?? '')?.host;
  const isCandidate = ({ content, isConvertedAgain }: NormalisedEntry) =>
    !isConvertedAgain &&
    content?.item.type === 'article' &&
    content.body.length <= longestBody &&
    host !== undefined &&
    URL.parse(content.item.canonicalUrl ?? '')?.host === host;
  const candidates = entries.filter(isCandidate).slice(0, maxPages) as EntryWithContent[];
  const deadline = performance.now() + maxMs;
  let described = 0;
  for (const [index, entry] of candidates.entries()) {
    if ((index >= sampleSize && described === 0) || performance.now() > deadline) return;
    if (await readPage(entry, deps, described > 0)) described += 1;
  }
}

async function readPage(entry: EntryWithContent, deps: LinkedPagesDeps, isUsual: boolean): Promise<boolean> {
  const { item } = entry.content;
  try {
    const page = await deps.fetchPage(item.canonicalUrl!);
    const node = page.status === 'fetched' && findNode(decodeIntact(page.bytes, page), item.title);
    return node ? describeEntry(entry, node, deps.timeZone) : false;
  } catch {
    // Another hash lets the next change of the feed try again.
    if (isUsual) entry.hash = sha256(`${entry.hash} without its page`);
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
  const namesake = candidates.find((node) => plainName(textOf(node['name']) ?? '') === plainName(title));
  return namesake ?? (candidates.length === 1 ? candidates[0] : undefined);
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
  const date = parseDate(start, timeZone);
  if (!date) return false;
  const local = parseLocalDate(start, timeZone)!;
  const place = [node['location']].flat()[0] as Node | string | undefined;
  const address = typeof place === 'object' ? place['address'] : undefined;
  const locality =
    typeof address === 'object' && address ? textOf((address as Node)['addressLocality']) : textOf(address);
  const venue = textOf(place);
  delete entry.localDate;
  Object.assign(entry, { date, ...(local !== date && { localDate: local }) });
  Object.assign(entry.content.item, {
    startsAt: hasTime(start) ? date : undefined,
    endsAt: hasTime(end) ? parseDate(end, timeZone) : undefined,
    endDate: parseLocalDate(end, timeZone),
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
