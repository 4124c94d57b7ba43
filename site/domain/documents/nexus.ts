// The directory with one entry: this room itself, where no Nexus is run.
import type { NexusCreators, NexusCreatorsQuery, NexusFeed } from '#contract/schemas/nexus.ts';
import { endpointUrl } from '../links.ts';
import type { PublicFacts } from '../room.ts';
import { slugOf } from '../ids.ts';

const tenant = (room: PublicFacts, updatedAt: string) => ({
  tenantId: slugOf(room.creator.publication),
  indexUrl: endpointUrl(room.baseUrl, 'index'),
  agentBaseUrl: room.baseUrl,
  updatedAt,
});

const has = (values: string[], wanted: string | undefined) =>
  wanted === undefined || values.some((value) => value.toLowerCase() === wanted.toLowerCase());

export function nexusCreators(room: PublicFacts, updatedAt: string, query: NexusCreatorsQuery = {}): NexusCreators {
  const { creator } = room;
  const tags = [...creator.topics, ...creator.themes.flatMap((theme) => [theme.id, theme.label, ...theme.keywords])];
  const words = [...tags, creator.name, creator.oneLiner].join('\n').toLowerCase();
  const matches = has(tags, query.topic) && has(tags, query.tag) && words.includes((query.keyword ?? '').toLowerCase());
  const hints = {
    topics: creator.topics,
    oneLiner: creator.oneLiner,
    bookingRequestUrl: endpointUrl(room.baseUrl, 'bookingRequest'),
  };
  const entry = {
    ...tenant(room, updatedAt),
    name: creator.name,
    mediaRoomUrl: `${room.baseUrl}/`,
    ...(query.expand === 'bookingHints' && hints),
  };
  const creators = matches && (query.offset ?? 0) === 0 && !query.cursor ? [entry] : [];
  return { creators, count: creators.length, total: matches ? 1 : 0 };
}

/** One entry, so that no cursor is ever given out; one that is sent is past the end. */
export const nexusFeed = (room: PublicFacts, updatedAt: string, cursor?: string): NexusFeed => ({
  entries: cursor ? [] : [tenant(room, updatedAt)],
});
