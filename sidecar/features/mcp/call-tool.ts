// Calls a tool: sends its arguments as path, query and body of its endpoint, and returns the answer of the endpoint.
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { type EndpointTool, inputParts, toolNamesForRoom, toolsForRoom } from '#domain/protocols/tools.ts';
import type { CallEndpoint } from '../../http/handler.ts';

export type Arguments = Record<string, unknown>;
export type ToolValue = Record<string, unknown>;

type ToolRoom = Parameters<typeof toolsForRoom>[0];

export function requireTool(name: string, room: ToolRoom): EndpointTool {
  const tool = toolsForRoom(room).find((candidate) => candidate.name === name);
  if (!tool) throw new ApiError('not_found', `Unknown tool ${name}.`, { tools: toolNamesForRoom(room) });
  return tool;
}

/** Rejects unknown arguments, because a misspelled filter would silently return the wrong items. */
function refuseUnknownArguments(tool: EndpointTool, args: Arguments): void {
  const allowed = Object.keys(tool.inputSchema.properties as object);
  const unknown = Object.keys(args).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const details = { field: unknown, allowed };
  throw new ApiError('bad_request', `${tool.name} has no argument ${unknown}.`, details);
}

/** Returns the result of the tool. Throws the ApiError of the endpoint. */
export async function callTool(call: CallEndpoint, tool: EndpointTool, args: Arguments): Promise<ToolValue> {
  refuseUnknownArguments(tool, args);
  const input = Object.entries(inputParts(endpoints[tool.endpoint] as Endpoint)).map(([part, schema]) => {
    const values = Object.entries(args).filter(([name]) => schema && Object.hasOwn(schema.properties, name));
    return [part, Object.fromEntries(values)];
  });
  const { type, text } = await call(tool.endpoint, Object.fromEntries(input));
  return /^application\/([\w.-]+\+)?json$/.test(type) ? JSON.parse(text) : { mediaType: type, text };
}
