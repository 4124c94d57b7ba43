// Agents' protocols and the directory of creators.
import { endpoint, planned } from '../endpoint.ts';
import { McpDescriptor, NexusCreators, NexusFeed } from '../schemas/agents.ts';
import { NexusCreatorsQuery, NexusFeedQuery } from '../schemas/queries.ts';

export const agents = {
  mcpDescriptor: endpoint({
    method: 'GET',
    path: '/api/mcp',
    group: 'MCP',
    lane: 'static',
    summary: 'The tools that stand for these endpoints, with their schemas.',
    response: McpDescriptor,
  }),
  mcp: planned({ method: 'POST', path: '/api/mcp', group: 'MCP', rate: 'mcp', summary: 'MCP, Streamable HTTP.' }),
  mcpCall: planned({ method: 'POST', path: '/api/mcp/call', group: 'MCP', rate: 'mcp', summary: 'Call one tool.' }),
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
