// The MCP descriptor: where the server is, and its tools.
import type { McpDescriptor } from '#contract/schemas/tools.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { describedTool, toolsOf } from '#domain/protocols/tools.ts';

/** Revisions that the endpoint speaks, newest first. */
export const protocolVersions = ['2026-07-28', '2025-11-25'];

export const mcpDescriptor = (room: Room): McpDescriptor => ({
  name: room.creator.publication,
  version: apiVersion,
  transport: 'streamable-http',
  endpoint: endpointUrl(room.baseUrl, 'mcp'),
  protocolVersions,
  tools: toolsOf(room).map(describedTool),
});
