// POST /api/mcp/call: calls one tool without the MCP protocol.
import { json, type Handler } from '../../http/handler.ts';
import { callTool, readArguments, requireTool } from './call-tool.ts';

export const mcpCall: Handler<'mcpCall'> = async ({ body }, { call, release }) =>
  json({
    tool: body.tool,
    result: await callTool(call, requireTool(body.tool, release.facts), readArguments(body.arguments)),
  });
