// The directory of a room without a Nexus: its only entry is the room.
import type { NexusCreators, NexusCreatorsQuery, NexusFeed } from '#contract/schemas/nexus.ts';
import { endpointUrl } from '../links.ts';
import type { PublicFacts } from '../room.ts';
import { creatorTerms, requiredTerms } from '../nexus/terms.ts';
import { roomSlug } from '../text/slug.ts';

const tenant = (room: PublicFacts, updatedAt: string) => ({
  tenantId: roomSlug(room),
  indexUrl: endpointUrl(room.baseUrl, 'index'),
  agentBaseUrl: room.baseUrl,
  updatedAt,
});

/** Returns true if the creator matches the query, by the same terms as in a Nexus. */
function matches({ topics, themes, name, oneLiner }: PublicFacts['creator'], query: NexusCreatorsQuery): boolean {
  const tags = [...topics, ...themes.flatMap((theme) => [theme.id, theme.label, ...theme.keywords])];
  const own = new Set(creatorTerms({ name, oneLiner, topics: tags }, Infinity));
  return requiredTerms(query)?.every((term) => own.has(term)) ?? false;
}

export function nexusCreators(room: PublicFacts, updatedAt: string, query: NexusCreatorsQuery = {}): NexusCreators {
  const { creator } = room;
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
  const isWanted = matches(creator, query);
  const creators = isWanted && (query.offset ?? 0) === 0 ? [entry] : [];
  return { creators, count: creators.length, total: isWanted ? 1 : 0 };
}

/** Returns the feed with its only entry; it needs no cursor. */
export const nexusFeed = (room: PublicFacts, updatedAt: string): NexusFeed => ({ entries: [tenant(room, updatedAt)] });
