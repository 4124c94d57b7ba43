// The Model Context Protocol.
import type { Protocol } from '../../http/deps.ts';
import type { Release } from '../../release/release.ts';
import type { Settings } from '../../settings/settings.ts';
import { json, type Handler } from '../../http/handler.ts';
import type { Feature } from '../feature.ts';
import { callTool, readArguments, requireTool } from './call-tool.ts';
import { originGuards } from './guards.ts';

export interface McpDeps {
  live: () => Release;
  settings: Pick<Settings, 'mcpOrigins'>;
}

/** Loads the MCP package with the first message, since it is a tenth of all code. */
function mcpOnDemand(live: McpDeps['live']): Protocol {
  let endpoint: Promise<Protocol> | undefined;
  return async (request, reply, call) => {
    endpoint ??= import('./endpoint.ts').then(({ mcpEndpoint }) => mcpEndpoint(live));
    return (await endpoint)(request, reply, call);
  };
}

/** Calls one tool without the MCP protocol. */
const mcpCall: Handler<'mcpCall'> = async ({ body }, { call, release }) =>
  json({
    tool: body.tool,
    result: await callTool(call, requireTool(body.tool, release.facts), readArguments(body.arguments)),
  });

export const mcpFeature = ({ live, settings }: McpDeps) =>
  ({
    handlers: { mcpCall },
    protocols: { mcp: mcpOnDemand(live) },
    guards: originGuards(() => live().facts.baseUrl, settings.mcpOrigins),
  }) satisfies Feature;
