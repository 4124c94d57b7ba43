// The directory of creators.
import { endpoint, planned } from '../endpoint.ts';
import { NexusCreators, NexusFeed } from '../schemas/agents.ts';
import { NexusCreatorsQuery, NexusFeedQuery } from '../schemas/queries.ts';

export const nexus = {
  nexusCreators: endpoint({
    method: 'GET',
    path: '/api/nexus/creators',
    group: 'Nexus',
    lane: 'query',
    rate: 'nexus',
    summary: 'Directory of creators.',
    query: NexusCreatorsQuery,
    response: NexusCreators,
    errors: ['rate_limited'],
    example: { query: { expand: 'bookingHints' } },
  }),
  nexusFeed: endpoint({
    method: 'GET',
    path: '/api/nexus/feed',
    group: 'Nexus',
    lane: 'query',
    rate: 'nexus',
    summary: 'Creators by newest change.',
    query: NexusFeedQuery,
    response: NexusFeed,
    errors: ['rate_limited'],
    example: { query: { limit: 1 } },
  }),
  nexusRegister: planned({
    method: 'POST',
    path: '/api/nexus/register',
    group: 'Nexus',
    rate: 'action',
    summary: 'Report a self-hosted room.',
  }),
};
