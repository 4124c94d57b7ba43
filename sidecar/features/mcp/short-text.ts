// The text of a tool's result, for clients that show models nothing else: every item with its facts, a text as it is, or the JSON.
import type { NexusCreators, NexusResults } from '#contract/schemas/nexus.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { withheldSentence } from '#domain/access/access.ts';
import { hasUnreviewed, unreviewedNotice } from '#contract/schemas/trust.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import type { Arguments, ToolValue } from './call-tool.ts';

type Creator = NexusCreators['creators'][number] & Partial<Pick<NexusResults['creators'][number], 'items'>>;

function lineOf({
  name,
  oneLiner,
  topics = [],
  mediaRoomUrl,
  indexUrl,
  bookingRequestUrl,
  status,
  items = [],
}: Creator) {
  const facts = [
    oneLiner && escapeInline(oneLiner),
    topics.length > 0 && `topics: ${topics.map(escapeInline).join(', ')}`,
    status === 'stale' && 'does not answer at the moment',
    `room ${mediaRoomUrl}`,
    `API ${indexUrl}`,
    bookingRequestUrl && `POST a booking to ${bookingRequestUrl}`,
  ];
  const matches = items.map(({ title, type, date, url }) => `\n  ${escapeInline(title)}, ${type} of ${date}, ${url}`);
  return `- ${escapeInline(name)}; ${facts.filter(Boolean).join('; ')}${matches.join('')}`;
}

/** `order` says how they are sorted. */
function creatorsText(found: { creators: Creator[]; total: number; nextCursor?: string }, order: string): string {
  const { creators, total, nextCursor } = found;
  if (creators.length === 0) return `No creators to show; ${total} in all.`;
  const rest = nextCursor ? `\nThe next ones: cursor=${nextCursor}` : '';
  return `${creators.length} of ${total} creators, ${order}:\n${creators.map(lineOf).join('\n')}${rest}`;
}

type Fields = Record<string, unknown>;

/** What a model does not choose or quote by, and what the line above says. */
const unsaid = new Set(
  (
    'id type title date url snippets lastModified updatedAt publishedAt approvedAt language sourceFeed image engagementScore ' +
    'socialLinks themeIds canonicalUrl attribution score authors date_published markdownUrl guid'
  ).split(' '),
);

const timed = ({ startSeconds, title }: Fields): string => `${shortClock(Number(startSeconds))} ${String(title)}`;

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(', ');
  if (value === null || typeof value !== 'object') return String(value);
  const fields = value as Fields;
  if ('startSeconds' in fields) return timed(fields);
  const { name, role } = fields;
  if (name) return role ? `${String(name)} (${String(role)})` : String(name);
  return Object.values(fields).map(inWords).join(' ');
}

const length = (seconds: unknown): string => shortClock(Number(seconds));

const facts = (item: Fields): string[] =>
  Object.entries(item).flatMap(([name, value]) => {
    if (unsaid.has(name)) return [];
    const words = escapeInline(name === 'durationSeconds' ? length(value) : inWords(value ?? ''));
    return words === '' ? [] : [`  ${name}: ${words}`];
  });

type Passage = Pick<
  Snippet,
  'text' | 'speaker' | 'speakerIsCreator' | 'startSeconds' | 'endSeconds' | 'anchor' | 'mediaUrl'
>;

function passage({ text, speaker, speakerIsCreator, startSeconds, endSeconds, anchor, mediaUrl }: Passage): string {
  const name = speaker ? escapeInline(speaker) : 'speaker unknown';
  const who =
    speakerIsCreator === undefined ? speaker && name : `${name}${speakerIsCreator ? '' : ' (not the creator)'}`;
  const when = startSeconds !== undefined && `${shortClock(startSeconds)}–${shortClock(endSeconds ?? startSeconds)}`;
  return [`  “${escapeInline(text)}”`, who, when, anchor, mediaUrl].filter(Boolean).join(', ');
}

function lines(item: Fields): string[] {
  const { id, type, title, date, url, snippets = [], authors = [], date_published: at } = item;
  const [author] = authors as { name: string }[];
  const head = [
    `- ${escapeInline(String(title ?? id ?? ''))}`,
    author && `by ${escapeInline(author.name)}`,
    [type, date ?? (at as string | undefined)?.slice(0, 10)].filter(Boolean).join(' of '),
    id && id !== url && `id ${String(id)}`,
    url,
  ];
  return [head.filter(Boolean).join(', '), ...facts(item), ...(snippets as Snippet[]).map(passage)];
}

/** What a list says beside its items: why it is short, what to ask instead, where it goes on. */
const framing = ['emptyReason', 'suggestions', 'didYouMean', 'hiddenItems', 'offers', 'truncated', 'nextCursor'];

const beside = (value: ToolValue): string[] =>
  framing.flatMap((name) => (value[name] === undefined ? [] : [`${name}: ${JSON.stringify(value[name])}`]));

const orders: Record<string, string> = {
  all: 'best first',
  any: 'best first; none holds all the words, these hold some of them',
};

function list(value: ToolValue, args: Arguments): string {
  const items = value.items as Fields[];
  const { total, matched, nextCursor } = value;
  const order = orders[String(matched)] ?? (nextCursor === undefined ? 'newest first' : 'in the order of the changes');
  if (total === undefined) return [`${items.length}, ${order}:`, ...items.flatMap(lines)].join('\n');
  if (items.length === 0) return [`Nothing to show; ${total as number} in all.`, ...beside(value)].join('\n');
  const offset = Number(args.offset ?? 0);
  const end = offset + items.length;
  const hasMore = end < (total as number) && nextCursor === undefined;
  const rest = hasMore ? [`The next ones: offset=${end}.`] : [];
  const head = `${offset + 1} to ${end} of ${total as number}, ${order}:`;
  return [head, ...items.flatMap(lines), ...rest, ...beside(value)].join('\n');
}

const orderOf = ({ matched }: ToolValue, { sort }: Arguments): string =>
  matched ? 'best first' : sort === 'nameAsc' ? 'by name' : 'newest first';

const part = ({ markdown, nextOffset }: ToolValue): string =>
  `${markdown as string}${nextOffset === undefined ? '' : `\n\nIt goes on: offset=${nextOffset as number}.`}`;

function quoteText({ verdict, reason, matches, receipt }: QuoteVerdict): string {
  const each = matches.map((match) => {
    const { actual, title, url, textFragmentUrl, approvedAt, difference } = match;
    const anchor = textFragmentUrl ?? url;
    const said = passage({ ...match, text: actual, anchor }).trim();
    const differing = difference?.flatMap(({ kind, text }) => (kind === 'same' ? [] : [`${kind}: “${escapeInline(text)}”`])) ?? []; // prettier-ignore
    return [`- ${said}, in ${escapeInline(title)}`, approvedAt && `approved ${approvedAt}`, ...differing].filter(Boolean).join(', '); // prettier-ignore
  });
  const head = `${verdict}${reason ? ` (${reason})` : ''}: ${each.length} ${each.length === 1 ? 'match' : 'matches'}.`;
  return [head, ...each, receipt && `Receipt (JWS): ${receipt}`].filter(Boolean).join('\n');
}

/** The notice of an answer that holds texts of other rooms: the digest, a JSON Feed, has it as its description. */
const noticeOf = ({ notice, feed_url: feed, description }: ToolValue): unknown => notice ?? (feed && description);

/** Adds what a price keeps back, so that nobody takes the rest for all, and first the notices about texts of others. */
export function shortText(value: ToolValue, args: Arguments): string {
  const notices = [noticeOf(value), hasUnreviewed(value) && unreviewedNotice];
  return [...notices, plainText(value, args), withheldSentence(value)].filter(Boolean).join('\n');
}

function plainText(value: ToolValue, args: Arguments): string {
  const { items, creators, bodyMarkdown, markdown, title, text, mediaType } = value;
  if (typeof value.verdict === 'string') return quoteText(value as unknown as QuoteVerdict);
  if (Array.isArray(items)) return list(value, args);
  if (Array.isArray(creators)) return creatorsText(value as unknown as NexusCreators, orderOf(value, args));
  if (typeof markdown === 'string') return part(value);
  if (typeof bodyMarkdown === 'string') return `# ${escapeInline(String(title))}\n\n${bodyMarkdown}`;
  if (typeof text === 'string' && mediaType) return text;
  return JSON.stringify(value);
}
