// Creators of a directory as lines: who it is, what about, where, how to book, and which of their items match.
import type { NexusCreators, NexusResults } from '#contract/schemas/nexus.ts';
import { inLine } from '#domain/text/markdown.ts';

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
export function creatorsText(
  found: { creators: Creator[]; total: number; nextCursor?: string },
  order: string,
): string {
  const { creators, total, nextCursor } = found;
  if (creators.length === 0) return `No creators to show; ${total} in all.`;
  const rest = nextCursor ? `\nThe next ones: cursor=${nextCursor}` : '';
  return `${creators.length} of ${total} creators, ${order}:\n${creators.map(lineOf).join('\n')}${rest}`;
}
