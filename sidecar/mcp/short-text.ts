// The short text of a tool's result, for clients that show models nothing else: a line an item, a text as it is, or the JSON.
import type { NexusCreators, NexusResults } from '#contract/schemas/nexus.ts';
import { withheldText } from '#domain/access/access.ts';
import { inLine } from '#domain/text/markdown.ts';
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
    oneLiner && inLine(oneLiner),
    topics.length > 0 && `topics: ${topics.map(inLine).join(', ')}`,
    status === 'stale' && 'does not answer at the moment',
    `room ${mediaRoomUrl}`,
    `API ${indexUrl}`,
    bookingRequestUrl && `POST a booking to ${bookingRequestUrl}`,
  ];
  const matches = items.map(({ title, type, date, url }) => `\n  ${inLine(title)}, ${type} of ${date}, ${url}`);
  return `- ${inLine(name)}; ${facts.filter(Boolean).join('; ')}${matches.join('')}`;
}

/** `order` says how they are sorted. */
function creatorsText(found: { creators: Creator[]; total: number; nextCursor?: string }, order: string): string {
  const { creators, total, nextCursor } = found;
  if (creators.length === 0) return `No creators to show; ${total} in all.`;
  const rest = nextCursor ? `\nThe next ones: cursor=${nextCursor}` : '';
  return `${creators.length} of ${total} creators, ${order}:\n${creators.map(lineOf).join('\n')}${rest}`;
}

interface Item {
  id?: string;
  type?: string;
  title?: string;
  date?: string;
  url?: string;
  snippets?: { text: string }[];
  /** Of a feed, where the id is the address. */
  authors?: { name: string }[];
  date_published?: string;
  access?: { amountSats: number };
}

const line = ({
  id,
  type,
  title,
  date,
  url,
  snippets = [],
  authors: [author] = [],
  date_published: at,
  access,
}: Item): string =>
  [
    `- ${inLine(title ?? '')}`,
    author && `by ${inLine(author.name)}`,
    [type, date ?? at?.slice(0, 10)].filter(Boolean).join(' of '),
    id && id !== url && `id ${id}`,
    url,
    access && `the text costs ${access.amountSats} sats`,
  ]
    .filter(Boolean)
    .join(', ') + snippets.map(({ text }) => `\n  “${inLine(text)}”`).join('');

function list(items: Item[], total: number | undefined, offset: number, order: string): string {
  if (total === undefined) return [`${items.length}, ${order} first:`, ...items.map(line)].join('\n');
  if (items.length === 0) return `Nothing to show; ${total} in all.`;
  const end = offset + items.length;
  const rest = end < total ? `\nThe next ones: offset=${end}.` : '';
  return `${offset + 1} to ${end} of ${total}, ${order} first:\n${items.map(line).join('\n')}${rest}`;
}

const orderOf = ({ matched }: ToolValue, { sort }: Arguments): string =>
  matched ? 'best first' : sort === 'nameAsc' ? 'by name' : 'newest first';

/** With what a price keeps back, so that nobody takes the rest for all. */
export function shortText(value: ToolValue, args: Arguments): string {
  return [plainText(value, args), withheldText(value)].filter(Boolean).join('\n');
}

function plainText(value: ToolValue, args: Arguments): string {
  const { items, creators, total, bodyMarkdown, title, text, mediaType, matched } = value;
  if (Array.isArray(items))
    return list(items as Item[], total as number | undefined, Number(args.offset ?? 0), matched ? 'best' : 'newest');
  if (Array.isArray(creators)) return creatorsText(value as unknown as NexusCreators, orderOf(value, args));
  if (typeof bodyMarkdown === 'string') return `# ${inLine(String(title))}\n\n${bodyMarkdown}`;
  if (typeof text === 'string' && mediaType) return text;
  return JSON.stringify(value);
}
