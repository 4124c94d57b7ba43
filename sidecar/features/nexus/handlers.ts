// Handlers of the directory: of a Nexus if this room is one, or else of this room alone.
import { markThirdParty, otherRoomsNotice } from '#contract/schemas/trust.ts';
import { json } from '../../http/handler.ts';
import type { Nexus } from './nexus.ts';
import { digestAnswer, type NexusHandlers, opmlAnswer, withSuggestions } from './answers.ts';
import { ownRoomHandlers } from './own-room.ts';

const handlersOfNexus = (nexus: Nexus): NexusHandlers => ({
  nexusCreators: async ({ query }) =>
    json(markThirdParty(await withSuggestions(await nexus.creators(query), query.topic, nexus.topics))),
  nexusFeed: async ({ query }) => json(markThirdParty(await nexus.feed(query))),
  nexusSearch: async ({ query }) =>
    json(markThirdParty(await withSuggestions(await nexus.search(query), query.topic, nexus.topics))),
  nexusDigest: async ({ query }, { release: { facts } }) =>
    digestAnswer(facts, query, await nexus.newest(query), otherRoomsNotice),
  nexusOpml: async (_, { release: { facts } }) => opmlAnswer(facts, await nexus.outlines()),
  nexusRegister: async ({ body }, { client }) => json(await nexus.register(body.agentBaseUrl, await client())),
});

export const nexusHandlers = (nexus: Nexus | undefined): NexusHandlers =>
  nexus ? handlersOfNexus(nexus) : ownRoomHandlers;
