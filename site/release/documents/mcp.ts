// The MCP descriptor: where the server is, and its tools.
import type { McpDescriptor } from '#contract/schemas/tools.ts';
import { mcpRevisions } from '#contract/limits.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { describedTool, toolsOf } from '#domain/protocols/tools.ts';

export const mcpDescriptor = (room: Room): McpDescriptor => ({
  name: room.creator.publication,
  version: apiVersion,
  transport: 'streamable-http',
  endpoint: endpointUrl(room.baseUrl, 'mcp'),
  protocolVersions: [...mcpRevisions],
  tools: toolsOf(room).map(describedTool),
});
