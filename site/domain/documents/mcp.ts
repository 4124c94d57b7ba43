// The MCP descriptor: each tool is an endpoint under its tool name, with the same schemas.
import type { TObject } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { builtEndpoints } from '#contract/endpoints.ts';
import type { McpDescriptor } from '#contract/schemas/agents.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '../links.ts';
import type { Room } from '../room.ts';

type ToolEndpoint = Endpoint & { tool: string };
const tools = builtEndpoints()
  .map(([, record]) => record)
  .filter((record): record is ToolEndpoint => record.tool !== undefined);

/** Names as the specification lists them. */
export const toolNames = [
  'get_profile',
  'get_content_index',
  'get_booking',
  'get_media_kit',
  'get_speaking',
  'get_articles',
  'get_article',
  'get_timeline_entries',
  'get_episodes',
  'get_stream_videos',
  'generate_guest_kit',
];

/** Path, query and body of an endpoint as one closed object. */
function inputSchema(record: Endpoint): Record<string, unknown> {
  const parts = [record.params, record.query, record.body as TObject | undefined];
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part?.properties)),
    required: parts.flatMap((part) => (part?.required ?? []) as string[]),
    additionalProperties: false,
  };
}

export const mcpDescriptor = (room: Room): McpDescriptor => ({
  name: room.creator.publication,
  version: apiVersion,
  transport: 'streamable-http',
  endpoint: endpointUrl(room.baseUrl, 'mcp'),
  tools: tools.map((record) => ({
    name: record.tool,
    description: record.description ?? record.summary,
    inputSchema: inputSchema(record),
    outputSchema: record.response as unknown as Record<string, unknown>,
  })),
});
