// POST /api/mcp/call: one tool, without speaking MCP.
import { json, type Handler } from '../../http/handler.ts';
import { callTool, requireTool } from './call-tool.ts';

export const mcpCall: Handler<'mcpCall'> = async ({ body }, { call: ask, release }) =>
  json({ tool: body.tool, result: await callTool(ask, requireTool(body.tool, release.facts), body.arguments ?? {}) });
