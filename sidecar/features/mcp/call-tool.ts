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

/** Parses JSON text, which some models send in place of an object or a list. Returns other values unchanged. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Reads the arguments of a call: an object or its JSON text. Arguments that are null or empty count as left out. */
export function readArguments(sent: unknown): Arguments {
  const value = parseJsonText(sent);
  if (isAbsent(value)) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ApiError('bad_request', 'Send arguments as a JSON object with the names of inputSchema.', {
      field: 'arguments',
    });
  return Object.fromEntries(Object.entries(value as Arguments).filter(([, argument]) => !isAbsent(argument)));
}

/** Rejects unknown arguments, because a misspelled filter would silently return the wrong items. */
function refuseUnknownArguments(tool: EndpointTool, args: Arguments): void {
  const allowedNames = Object.keys(tool.inputSchema.properties as object);
  const unknown = Object.keys(args).find((name) => !allowedNames.includes(name));
  if (unknown === undefined) return;
  const details = { field: unknown, allowed: allowedNames };
  throw new ApiError('bad_request', `${tool.name} has no argument ${unknown}.`, details);
}

/** Returns the result of the tool. Throws the ApiError of the endpoint. */
export async function callTool(call: CallEndpoint, tool: EndpointTool, args: Arguments): Promise<ToolValue> {
  refuseUnknownArguments(tool, args);
  const input = Object.entries(inputParts(endpoints[tool.endpoint] as Endpoint)).map(([part, schema]) => {
    const values = Object.entries(args).flatMap(([name, value]) => {
      if (!schema || !Object.hasOwn(schema.properties, name)) return [];
      const { type } = schema.properties[name] as { type?: string };
      return [[name, type === 'array' || type === 'object' ? parseJsonText(value) : value]];
    });
    return [part, Object.fromEntries(values)];
  });
  const { type, text } = await call(tool.endpoint, { ...Object.fromEntries(input), prefer: tool.prefer });
  return /^application\/([\w.-]+\+)?json$/.test(type) ? JSON.parse(text) : { mediaType: type, text };
}
