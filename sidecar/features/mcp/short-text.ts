// Text of a tool's result, for clients that pass only text to models: a list of items, a document, or JSON.
import type { NexusCreators, NexusResults } from '#contract/schemas/nexus.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { withheldSentence } from '#domain/access/access.ts';
import { hasUnreviewed, unreviewedNotice } from '#contract/schemas/trust.ts';
import type { Snippet } from '#contract/schemas/search.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import type { Arguments, ToolValue } from './call-tool.ts';

type Creator = NexusCreators['creators'][number] & Partial<Pick<NexusResults['creators'][number], 'items'>>;

function renderCreator({
  name,
  oneLiner,
  topics = [],
  mediaRoomUrl,
  indexUrl,
  bookingRequestUrl,
  status,
  items = [],
}: Creator) {
  const fields = [
    oneLiner && escapeInline(oneLiner),
    topics.length > 0 && `topics: ${topics.map(escapeInline).join(', ')}`,
    status === 'stale' && 'currently unreachable',
    `room ${mediaRoomUrl}`,
    `API ${indexUrl}`,
    bookingRequestUrl && `POST a booking to ${bookingRequestUrl}`,
  ];
  const matches = items.map(({ title, type, date, url }) => `\n  ${escapeInline(title)}, ${type} of ${date}, ${url}`);
  return `- ${escapeInline(name)}; ${fields.filter(Boolean).join('; ')}${matches.join('')}`;
}

/** Renders a list of creators. `order` describes how they are sorted. */
function renderCreators(result: { creators: Creator[]; total: number; nextCursor?: string }, order: string): string {
  const { creators, total, nextCursor } = result;
  if (creators.length === 0) return `No creators to show. Total: ${total}.`;
  const rest = nextCursor ? `\nNext page: cursor=${nextCursor}` : '';
  return `${creators.length} of ${total} creators, ${order}:\n${creators.map(renderCreator).join('\n')}${rest}`;
}

type Fields = Record<string, unknown>;

/** Fields that models do not need, or that the first line of an item already has. */
const omittedFields = new Set(
  (
    'id type title name itemsUrl date url snippets lastModified updatedAt publishedAt approvedAt language sourceFeed image engagementScore ' +
    'socialLinks themeIds canonicalUrl attribution score authors date_published markdownUrl guid'
  ).split(' '),
);

const renderChapter = ({ startSeconds, title }: Fields): string =>
  `${shortClock(Number(startSeconds))} ${String(title)}`;

function renderValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(renderValue).filter(Boolean).join(', ');
  if (value === null || typeof value !== 'object') return String(value);
  const fields = value as Fields;
  if ('startSeconds' in fields) return renderChapter(fields);
  const { name, role } = fields;
  if (name) return role ? `${String(name)} (${String(role)})` : String(name);
  return Object.values(fields).map(renderValue).join(' ');
}

const renderDuration = (seconds: unknown): string => shortClock(Number(seconds));

const facts = (item: Fields): string[] =>
  Object.entries(item).flatMap(([name, value]) => {
    if (omittedFields.has(name)) return [];
    const words = escapeInline(name === 'durationSeconds' ? renderDuration(value) : renderValue(value ?? ''));
    return words === '' ? [] : [`  ${name}: ${words}`];
  });

type Passage = Pick<
  Snippet,
  'text' | 'speaker' | 'speakerIsCreator' | 'startSeconds' | 'endSeconds' | 'anchor' | 'mediaUrl'
>;

function renderPassage({
  text,
  speaker,
  speakerIsCreator,
  startSeconds,
  endSeconds,
  anchor,
  mediaUrl,
}: Passage): string {
  const name = speaker ? escapeInline(speaker) : 'speaker unknown';
  const speakerText =
    speakerIsCreator === undefined ? speaker && name : `${name}${speakerIsCreator ? '' : ' (not the creator)'}`;
  const when = startSeconds !== undefined && `${shortClock(startSeconds)}–${shortClock(endSeconds ?? startSeconds)}`;
  return [`  “${escapeInline(text)}”`, speakerText, when, anchor, mediaUrl].filter(Boolean).join(', ');
}

/** Renders the title of an item, its author, type and date, and its id and address. */
function renderHead({ id, type, name, title = name, date, url, authors = [], date_published: at }: Fields): string {
  const [author] = authors as { name: string }[];
  const head = [
    `- ${escapeInline(String(title ?? id ?? ''))}`,
    author && `by ${escapeInline(author.name)}`,
    [type, date ?? (at as string | undefined)?.slice(0, 10)].filter(Boolean).join(' of '),
    id && id !== url && `id ${String(id)}`,
    url,
  ];
  return head.filter(Boolean).join(', ');
}

const renderItem = (item: Fields): string[] => [
  renderHead(item),
  ...facts(item),
  ...((item.snippets ?? []) as Snippet[]).map(renderPassage),
];

/** Members of a list that are not items: reasons for missing items, suggestions, and the next page. */
const framingFields = [
  'emptyReason',
  'offsetPastEnd',
  'suggestions',
  'didYouMean',
  'withheld',
  'offers',
  'truncated',
  'nextCursor',
];

const renderFraming = (value: ToolValue): string[] =>
  framingFields.flatMap((name) => (value[name] === undefined ? [] : [`${name}: ${JSON.stringify(value[name])}`]));

const orderTexts: Record<string, string> = {
  all: 'best first',
  any: 'best first; no item has all the words, these have some of them',
};

function renderItems(value: ToolValue, args: Arguments): string {
  const items = value.items as Fields[];
  const { total, matched, nextCursor } = value;
  const listOrder = items[0]?.itemCount === undefined ? 'newest first' : 'most items first';
  const order = orderTexts[String(matched)] ?? (nextCursor === undefined ? listOrder : 'oldest change first');
  if (total === undefined) return [`${items.length}, ${order}:`, ...items.flatMap(renderItem)].join('\n');
  if (items.length === 0) return [`Nothing to show. Total: ${total as number}.`, ...renderFraming(value)].join('\n');
  const offset = Number(args.offset ?? 0);
  const end = offset + items.length;
  const hasMore = end < (total as number) && nextCursor === undefined;
  const rest = hasMore ? [`Next page: offset=${end}.`] : [];
  const head = `${offset + 1} to ${end} of ${total as number}, ${order}:`;
  return [head, ...items.flatMap(renderItem), ...rest, ...renderFraming(value)].join('\n');
}

const creatorOrder = ({ matched }: ToolValue, { sort }: Arguments): string =>
  matched ? 'best first' : sort === 'nameAsc' ? 'by name' : 'newest first';

const renderTextPart = ({ markdown, nextOffset }: ToolValue): string =>
  `${markdown as string}${nextOffset === undefined ? '' : `\n\nNext part: offset=${nextOffset as number}.`}`;

function renderVerdict({
  verdict,
  reason,
  matches,
  total,
  totalIsMinimum,
  speakers,
  withdrawn,
  receipt,
}: QuoteVerdict): string {
  const lines = matches.map((match) => {
    const { actual, title, url, textFragmentUrl, approvedAt, difference } = match;
    const anchor = textFragmentUrl ?? url;
    const quotation = renderPassage({ ...match, text: actual, anchor }).trim();
    const differences = (difference ?? [])
      .filter(({ kind }) => kind !== 'same')
      .map(({ kind, text }) => `${kind}: “${escapeInline(text)}”`);
    const parts = [`- ${quotation}, in ${escapeInline(title)}`, approvedAt && `approved ${approvedAt}`, ...differences];
    return parts.filter(Boolean).join(', ');
  });
  const places = `${totalIsMinimum ? 'at least ' : ''}${total} ${total === 1 ? 'match' : 'matches'}`;
  const shownCount = lines.length < total ? `, ${lines.length} shown` : '';
  const counts = speakers.map(({ speaker, count }) => `${escapeInline(speaker ?? 'speaker unknown')}: ${count}`);
  const head = `${verdict}${reason ? ` (${reason})` : ''}: ${places}${shownCount}.`;
  const by = counts.length > 1 ? [`By speaker: ${counts.join(', ')}.`] : [];
  const withdrawals = (withdrawn ?? []).map(
    ({ itemId, withdrawnAt }) => `Withdrawn on ${withdrawnAt.slice(0, 10)}: ${itemId}.`,
  );
  return [head, ...by, ...lines, ...withdrawals, receipt && `Receipt (JWS): ${receipt}`].filter(Boolean).join('\n');
}

/** Returns the notice about texts of other rooms. The digest is a JSON Feed and has it in its description. */
const findNotice = ({ notice, feed_url: feed, description }: ToolValue): unknown => notice ?? (feed && description);

/** Renders the result after notices about untrusted text, and before a note on items that require payment. */
export function renderShortText(value: ToolValue, args: Arguments): string {
  const notices = [findNotice(value), hasUnreviewed(value) && unreviewedNotice];
  return [...notices, renderContent(value, args), withheldSentence(value)].filter(Boolean).join('\n');
}

function renderContent(value: ToolValue, args: Arguments): string {
  const { items, creators, bodyMarkdown, markdown, title, text, mediaType } = value;
  if (typeof value.verdict === 'string') return renderVerdict(value as unknown as QuoteVerdict);
  if (Array.isArray(items)) return renderItems(value, args);
  if (Array.isArray(creators)) return renderCreators(value as unknown as NexusCreators, creatorOrder(value, args));
  if (typeof markdown === 'string') return renderTextPart(value);
  if (typeof bodyMarkdown === 'string') return `# ${escapeInline(String(title))}\n\n${bodyMarkdown}`;
  if (typeof text === 'string' && mediaType) return text;
  return JSON.stringify(value);
}
