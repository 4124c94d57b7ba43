// Bytes of one feed → entries: decode, parse, normalise. Runs in a worker (reader.ts), for it is fed by strangers.
import type { Feed } from '#contract/schemas/content-files.ts';
import { decodeFeed } from './decode.ts';
import { type NormalisedEntry, readEntryFacts, normaliseItem } from './normalise/normalise.ts';
import { describeFeed } from './normalise/kind.ts';
import { MAX_BODY_CHARACTERS } from './normalise/markdown.ts';
import { hasUnhashedChange, type UnhashedDigests } from './noted.ts';
import { findRepeatedSentences } from './normalise/summary.ts';
import { parseFeed } from './parse/parse.ts';
import { collectPrivateKeys } from './without-keys.ts';

export interface FeedBytes {
  feed: Feed;
  bytes: Uint8Array;
  contentType?: string | undefined;
  /** Where the bytes came from, after redirects; relative links hang on it. */
  address?: string | undefined;
  /** The addresses of all feeds of the room, which may hold keys. */
  addresses?: string[] | undefined;
  /** Hashes of the items that are stored already: their bodies need no work. */
  knownHashes: ReadonlySet<string>;
  /** Of these the ones that are read all the same, for the feed has other settings. */
  waiting?: ReadonlySet<string> | undefined;
  /** What the last reading noted of the entries. */
  noted?: UnhashedDigests | undefined;
  /** Zone of the room, for dates that state no offset. */
  timeZone?: string | undefined;
}

export interface FeedReading {
  entries: NormalisedEntry[];
  notices: string[];
  /** Where the feed is from now on, as it says itself. */
  newUrl?: string;
}

export async function readFeed({
  feed,
  bytes,
  contentType,
  address,
  addresses = [],
  knownHashes,
  waiting,
  noted,
  timeZone,
}: FeedBytes): Promise<FeedReading> {
  const decoded = decodeFeed(bytes, contentType);
  const { document, notices: parseNotices } = await parseFeed(decoded.text, address);
  const notices = [...decoded.notices, ...parseNotices];
  const privateKeys = collectPrivateKeys([...addresses, feed.url, address, document.newUrl, document.self]);
  const repeated = findRepeatedSentences(document);
  const surroundings = { document, traits: describeFeed(document), feed, repeated, timeZone, privateKeys };
  const entries = document.items.map((item) => {
    const facts = readEntryFacts(item, surroundings);
    const isChangedBeside = hasUnhashedChange(facts, noted);
    const isKnown = knownHashes.has(facts.hash);
    if (isKnown && !isChangedBeside && !waiting?.has(facts.hash)) return facts;
    const marks = { ...(isChangedBeside && { isChangedBeside }), ...(isKnown && { lacksChapters: true as const }) };
    return { ...facts, ...marks, content: normaliseItem(item, surroundings) };
  });
  const long = document.items.filter(({ html = '' }) => html.length > MAX_BODY_CHARACTERS).length;
  if (long > 0)
    notices.push(`${long} of the entries had a body of more than a million characters, which was cut there.`);
  notices.push(...withheldNotices(entries));
  const newUrl = URL.parse(document.newUrl?.trim() ?? '');
  return { entries, notices, ...(newUrl && /^https?:$/.test(newUrl.protocol) && { newUrl: newUrl.href }) };
}

const mostNamed = 5;

function withheldNotices(entries: NormalisedEntry[]): string[] {
  const items = entries.flatMap(({ content }) => (content?.withheld ? [content] : []));
  if (items.length === 0) return [];
  const examples = items.slice(0, mostNamed).map(({ item, withheld }) => `“${item.title}” (${withheld!.join(', ')})`);
  const more = items.length > mostNamed ? `, and ${items.length - mostNamed} more` : '';
  return [`Addresses with a personal key were removed from ${examples.join(', ')}${more}.`];
}
