// The endpoints of the directory: of a Nexus where one is run, else of this one room.
import { ApiError } from '#contract/errors.ts';
import { nexusCreators as ownCreators, nexusFeed as ownFeed } from '#domain/documents/nexus.ts';
import { endpointUrl } from '#domain/links.ts';
import { digestFormats } from '#domain/nexus/digest.ts';
import { membersOpml } from '#domain/nexus/opml.ts';
import { nexusPath } from '#domain/nexus/page.ts';
import { json, type Handler } from '../http/handler.ts';
import type { Nexus } from '../nexus/nexus.ts';
import type { ServedFacts } from '../release/release.ts';

type Name = 'nexusCreators' | 'nexusFeed' | 'nexusSearch' | 'nexusDigest' | 'nexusOpml' | 'nexusRegister';

function noNexus(): never {
  const message = 'No Nexus is run here. This room alone: /api/agent, /api/agent/search, /feed.xml.';
  throw new ApiError('not_found', message, { reason: 'no_nexus' });
}

const ownRoom: { [N in Name]: Handler<N> } = {
  nexusCreators: ({ query }, { release: { facts } }) => json(ownCreators(facts, facts.indexUpdatedAt, query)),
  nexusFeed: ({ query }, { release: { facts } }) => json(ownFeed(facts, facts.indexUpdatedAt, query.cursor)),
  nexusSearch: noNexus,
  nexusDigest: noNexus,
  nexusOpml: noNexus,
  nexusRegister: noNexus,
};

const titleOf = ({ creator }: ServedFacts): string => `${creator.publication}: directory`;

const ofNexus = (nexus: Nexus): { [N in Name]: Handler<N> } => ({
  nexusCreators: async ({ query }) => json(await nexus.creators(query)),
  nexusFeed: async ({ query }) => json(await nexus.feed(query)),
  nexusSearch: async ({ query }) => json(await nexus.search(query)),
  nexusDigest: async ({ query }, { release: { facts } }) => {
    const { type, make } = digestFormats[query.format ?? 'json'];
    const asked = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const self = `${endpointUrl(facts.baseUrl, 'nexusDigest')}?${asked}`;
    const items = await nexus.newest(query);
    return { body: make({ title: titleOf(facts), self, page: facts.baseUrl + nexusPath, items }), type };
  },
  nexusOpml: async (_, { release: { facts } }) => ({
    body: membersOpml(titleOf(facts), await nexus.outlines()),
    type: 'text/x-opml; charset=utf-8',
  }),
  nexusRegister: async ({ body }) => json(await nexus.register(body.agentBaseUrl)),
});

export const nexusHandlers = (nexus: Nexus | undefined): { [N in Name]: Handler<N> } =>
  nexus ? ofNexus(nexus) : ownRoom;
