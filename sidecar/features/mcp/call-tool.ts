// Calls a tool: its arguments become path, query and body of its endpoint, and the endpoint's own answer comes back.
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { type EndpointTool, inputParts, toolNamesForRoom, toolsForRoom } from '#domain/protocols/tools.ts';
import type { CallEndpoint } from '../../http/handler.ts';

export type Arguments = Record<string, unknown>;
export type ToolValue = Record<string, unknown>;

type ToolRoom = Parameters<typeof toolsForRoom>[0];

export function requireTool(name: string, room: ToolRoom): EndpointTool {
  const tool = toolsForRoom(room).find((one) => one.name === name);
  if (!tool) throw new ApiError('not_found', `There is no tool ${name}.`, { tools: toolNamesForRoom(room) });
  return tool;
}

/** A misspelt filter would give the wrong items without a word, so that an unknown argument is refused. */
function refuseUnknownArguments(tool: EndpointTool, args: Arguments): void {
  const allowed = Object.keys(tool.inputSchema.properties as object);
  const unknown = Object.keys(args).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const details = { field: unknown, allowed };
  throw new ApiError('bad_request', `${tool.name} has no argument ${unknown}.`, details);
}

/** Throws ApiError where the endpoint would answer with an error. */
export async function callTool(ask: CallEndpoint, tool: EndpointTool, args: Arguments): Promise<ToolValue> {
  refuseUnknownArguments(tool, args);
  const parts = Object.entries(inputParts(endpoints[tool.endpoint] as Endpoint)).map(([part, schema]) => {
    const own = Object.entries(args).filter(([name]) => schema && Object.hasOwn(schema.properties, name));
    return [part, Object.fromEntries(own)];
  });
  const { type, text } = await ask(tool.endpoint, Object.fromEntries(parts));
  return /^application\/([\w.-]+\+)?json$/.test(type) ? JSON.parse(text) : { mediaType: type, text };
}
