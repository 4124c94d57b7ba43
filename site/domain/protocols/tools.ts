// The tools for models: each is an endpoint under its tool name, with the same schemas.
import { type TObject, type TSchema } from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, type EndpointName } from '#contract/endpoints.ts';
import { TextAnswer, type Tool } from '#contract/schemas/tools.ts';
import type { PublicFacts } from '../room.ts';

export interface EndpointTool extends Tool {
  endpoint: EndpointName;
  onlyInNexus: boolean;
}

type Schema = Record<string, unknown>;

/** Path, query and body of an endpoint: what a tool takes as one object. */
export const inputParts = ({ params, query, body }: Endpoint): { [part: string]: TObject | undefined } => ({
  params,
  query,
  body: body as TObject | undefined,
});

function inputSchema(record: Endpoint): Schema {
  const parts = Object.values(inputParts(record)).filter((part) => part !== undefined);
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (required ?? []) as string[]),
    additionalProperties: false,
  };
}

/** The root is an object, as MCP before 2026-07-28 wants it. */
function outputSchema({ response, query, body }: Endpoint): Schema {
  const hasFormats = [query, body].some((part) => part && 'format' in (part as TObject).properties);
  const { anyOf = [response] } = response as { anyOf?: TSchema[] };
  const all = hasFormats ? [...anyOf, TextAnswer] : anyOf;
  return all.length > 1 ? { type: 'object', anyOf: all } : (response as unknown as Schema);
}

/** `get_media_kit` is shown as “Get media kit”. */
const titleOf = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

const toolOf = (endpoint: EndpointName, name: string, record: Endpoint): EndpointTool => ({
  endpoint,
  onlyInNexus: record.onlyInNexus ?? false,
  name,
  title: titleOf(name),
  description: [record.summary, record.toolUse ?? record.description ?? ''].join(' ').trim(),
  inputSchema: inputSchema(record),
  outputSchema: outputSchema(record),
  annotations: {
    readOnlyHint: !record.creates,
    destructiveHint: false,
    idempotentHint: !record.creates,
    openWorldHint: false,
  },
});

/** All that there are. */
export const tools: EndpointTool[] = allEndpoints.flatMap(([name, record]) =>
  record.tool ? [toolOf(name, record.tool, record)] : [],
);

/** Those that a room offers. */
export const toolsOf = ({ nexus }: Pick<PublicFacts, 'nexus'>): EndpointTool[] =>
  tools.filter(({ onlyInNexus }) => nexus || !onlyInNexus);

export const toolNamesOf = (room: Pick<PublicFacts, 'nexus'>): string[] => toolsOf(room).map(({ name }) => name);

/** As clients see it. */
export const describedTool = ({ endpoint: _, onlyInNexus: __, ...tool }: EndpointTool): Tool => tool;
