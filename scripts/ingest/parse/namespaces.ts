// XML namespaces of feeds by their addresses, since prefixes have no fixed meaning.

const addresses = {
  rss: [
    'http://purl.org/rss/1.0/',
    'http://my.netscape.com/rdf/simple/0.9/',
    'http://channel.netscape.com/rdf/simple/0.9/',
    'http://backend.userland.com/rss2',
  ],
  atom: ['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#', 'http://www.w3.org/2005/Atom/'],
  rdf: ['http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  content: ['http://purl.org/rss/1.0/modules/content/'],
  dc: ['http://purl.org/dc/elements/1.1/', 'http://purl.org/dc/elements/1.0/'],
  dcterms: ['http://purl.org/dc/terms/'],
  itunes: ['http://www.itunes.com/dtds/podcast-1.0.dtd'],
  podcast: [
    'https://podcastindex.org/namespace/1.0',
    'https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md',
  ],
  psc: ['http://podlove.org/simple-chapters', 'http://podlove.org/simple-chapters/'],
  media: ['http://search.yahoo.com/mrss/', 'http://search.yahoo.com/mrss', 'http://www.rssboard.org/media-rss'],
  yt: ['http://www.youtube.com/xml/schemas/2015', 'http://gdata.youtube.com/schemas/2007'],
  activity: ['http://activitystrea.ms/spec/1.0/', 'http://activitystrea.ms/schema/1.0/'],
  thr: ['http://purl.org/syndication/thread/1.0'],
  enc: ['http://purl.oclc.org/net/rss_2.0/enc#'],
  event: [
    'events',
    'http://purl.org/rss/1.0/modules/event/',
    'urn:ietf:params:xml:ns:xcal',
    'urn:ietf:params:xml:ns:icalendar-2.0',
    'http://www.w3.org/2002/12/cal',
    'http://www.w3.org/2002/12/cal#',
    'http://www.w3.org/2002/12/cal/ical#',
    'http://schemas.google.com/g/2005',
    'http://webnus.net/rss/mec/',
  ],
  xhtml: ['http://www.w3.org/1999/xhtml'],
  xml: ['http://www.w3.org/XML/1998/namespace'],
} as const;

/** Known namespace, or `other`. */
export type Namespace = keyof typeof addresses | 'other';

const normaliseAddress = (address: string): string => address.trim().toLowerCase().replace('https:', 'http:');
const byAddress = new Map<string, Namespace>();
for (const [name, list] of Object.entries(addresses)) {
  for (const address of list) byAddress.set(normaliseAddress(address), name as Namespace);
}

export const findNamespace = (address: string): Namespace => byAddress.get(normaliseAddress(address)) ?? 'other';

const calendarPrefixes = ['ev', 'xcal', 'cal', 'ical', 'mec', 'gd', 'tribe'];

/** Returns the namespace for which a prefix is commonly used, for documents that do not declare the prefix. */
export function namespaceByPrefix(prefix: string): Namespace {
  if (calendarPrefixes.includes(prefix)) return 'event';
  return Object.hasOwn(addresses, prefix) ? (prefix as Namespace) : 'other';
}
