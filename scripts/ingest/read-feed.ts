// Turns the bytes of one feed into entries: decode, parse, normalise. Runs in a worker (reader.ts), as feeds are
// untrusted.
import type { Channel, Feed } from '#contract/schemas/content-files.ts';
import { listTitles, type Notice } from '#contract/notices.ts';
import { decodeFeed } from './decode.ts';
import { findDateOrder } from './normalise/dates.ts';
import { normaliseChannel } from './normalise/channel.ts';
import { type NormalisedEntry, readEntryFacts, normaliseItem } from './normalise/normalise.ts';
import { describeFeed } from './normalise/kind.ts';
import { MAX_BODY_CHARACTERS } from './normalise/markdown.ts';
import { omissionNotices } from './normalise/omissions.ts';
import { hasUnhashedChange, type UnhashedDigests } from './noted.ts';
import { findRepeatedSentences } from './normalise/summary.ts';
import { parseFeed } from './parse/parse.ts';
import { collectPrivateKeys } from './without-keys.ts';

export interface FeedBytes {
  feed: Feed;
  bytes: Uint8Array;
  contentType?: string | undefined;
  /** Address of the bytes after redirects, which resolves relative links. */
  address?: string | undefined;
  /** Addresses of all feeds of the room, which may contain keys. */
  addresses?: string[] | undefined;
  /** Hashes of stored versions, whose bodies need no work. */
  knownHashes: ReadonlySet<string>;
  /** Hashes of waiting items that are read again because the settings of the feed have changed. */
  waiting?: ReadonlySet<string> | undefined;
  /** True to convert known entries again. */
  convertsAgain?: boolean;
  /** Digests from the last reading. */
  noted?: UnhashedDigests | undefined;
  /** Time zone of dates without an offset. */
  timeZone?: string | undefined;
}

export interface FeedReading {
  channel: Channel;
  entries: NormalisedEntry[];
  notices: Notice[];
  /** New address of the feed as the feed states it. */
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
  convertsAgain = false,
  noted,
  timeZone,
}: FeedBytes): Promise<FeedReading> {
  const decoded = decodeFeed(bytes, contentType);
  const { document, notices: parseNotices } = await parseFeed(decoded.text, address);
  const notices = [...decoded.notices, ...parseNotices];
  const privateKeys = collectPrivateKeys([...addresses, feed.url, address, document.newUrl, document.self]);
  const repeated = findRepeatedSentences(document);
  const dateOrder = findDateOrder(
    document.items.flatMap(({ published, updated, event }) => [published, updated, event?.start]),
    document.language ?? feed.language,
  );
  const context = { document, traits: describeFeed(document), feed, repeated, timeZone, dateOrder, privateKeys };
  const entries: NormalisedEntry[] = document.items.map((item) => {
    const facts = readEntryFacts(item, context);
    const isChanged = hasUnhashedChange(facts, noted);
    const isKnown = knownHashes.has(facts.hash);
    const isUnchanged = isKnown && !isChanged;
    if (isUnchanged && !convertsAgain && !waiting?.has(facts.hash)) return facts;
    return {
      ...facts,
      hasUnhashedChange: isChanged || undefined,
      isConvertedAgain: (isUnchanged && convertsAgain) || undefined,
      lacksChapters: isKnown || undefined,
      content: normaliseItem(item, context),
    };
  });
  const long = document.items.filter(({ html = '' }) => html.length > MAX_BODY_CHARACTERS).length;
  if (long > 0) notices.push({ code: 'entries_cut', details: { count: long } });
  notices.push(...withheldNotices(entries), ...omissionNotices(entries.map(({ content }) => content?.omissions ?? [])));
  const newUrl = URL.parse(document.newUrl?.trim() ?? '');
  const channel = normaliseChannel(document, privateKeys);
  return { channel, entries, notices, ...(newUrl && /^https?:$/.test(newUrl.protocol) && { newUrl: newUrl.href }) };
}

const maxNamed = 5;

function withheldNotices(entries: NormalisedEntry[]): Notice[] {
  const titles = entries.flatMap(({ content }) => (content?.withheld ? [content.item.title] : []));
  const details = { count: titles.length, titles: listTitles(titles, maxNamed) };
  return titles.length > 0 ? [{ code: 'keys_removed', details }] : [];
}
