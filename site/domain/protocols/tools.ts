// The tools for models: each is an endpoint under its tool name, with the same schemas.
import { type TObject, type TSchema } from 'typebox';
import type { ToolRecord, Endpoint } from '#contract/endpoint.ts';
import { allEndpoints, type EndpointName } from '#contract/endpoints.ts';
import { toolDefaultLimit } from '#contract/limits.ts';
import { Trimmed } from '#contract/schemas/content.ts';
import { TextAnswer, type Tool } from '#contract/schemas/tools.ts';
import { isPaywalled } from '../access/access.ts';
import type { PublicFacts } from '../room.ts';

type Schema = Record<string, unknown>;

export interface EndpointTool extends Tool {
  endpoint: EndpointName;
  onlyIn: ToolRecord['onlyIn'];
  /** What a client gets by default. */
  defaults: Schema;
}

/** Path, query and body of an endpoint: what a tool takes as one object. */
export const inputParts = ({ http }: Endpoint): { [part: string]: TObject | undefined } => ({
  params: http.params,
  query: http.query,
  body: http.body as TObject | undefined,
});

/** Formats that a tool can return as text: a PDF is a link in the result, pages and calendars are for people. */
const textFormats = ['json', 'markdown', 'ndjson'];

/** The `format` parameter as a tool offers it; undefined where only one format is left to choose. */
function narrowFormats(property: Schema): Schema | undefined {
  const { enum: forms, ...rest } = property as { enum: string[] };
  const offered = forms.filter((form) => textFormats.includes(form));
  return offered.length > 1 ? { ...rest, enum: offered } : undefined;
}

const asSchema = (value: unknown) => value as Schema;

function inputProperties(parts: TObject[], defaults: Schema): Schema {
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const offered = Object.entries(properties).flatMap(([name, property]) => {
    const narrowed = name === 'format' && 'enum' in property ? narrowFormats(property) : property;
    return narrowed ? [[name, name in defaults ? { ...asSchema(narrowed), default: defaults[name] } : narrowed]] : [];
  });
  return Object.fromEntries(offered);
}

function inputSchema(record: Endpoint, defaults: Schema): Schema {
  const parts = Object.values(inputParts(record)).filter((part) => part !== undefined);
  return {
    type: 'object',
    properties: inputProperties(parts, defaults),
    required: parts.flatMap(({ required }) => (required ?? []) as string[]),
    additionalProperties: false,
  };
}

/** The root is an object, as MCP before 2026-07-28 wants it. */
function outputSchema({ http: { response, query, body } }: Endpoint): Schema {
  const hasFormats = [query, body].some((part) => part && 'format' in (part as TObject).properties);
  const { anyOf = [response] } = response as { anyOf?: TSchema[] };
  const isTrimmed = query && 'fields' in query.properties;
  const all = [...anyOf, ...(hasFormats ? [TextAnswer] : []), ...(isTrimmed ? [Trimmed] : [])];
  return all.length > 1 ? { type: 'object', anyOf: all } : (response as unknown as Schema);
}

/** Long lists are for programs. @spec-gap mcp-bounds */
function toolDefaults({ http, agents }: Endpoint): Schema {
  const limit = (http.query?.properties as Record<string, Schema> | undefined)?.limit?.default;
  return {
    ...(typeof limit === 'number' && limit > toolDefaultLimit && { limit: toolDefaultLimit }),
    ...agents?.defaults,
  };
}

/** `get_media_kit` is shown as “Get media kit”. */
const toolTitle = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

function createTool(endpoint: EndpointName, record: Endpoint, agents: ToolRecord): EndpointTool {
  const defaults = toolDefaults(record);
  return {
    endpoint,
    onlyIn: agents.onlyIn,
    defaults,
    name: agents.tool,
    title: toolTitle(agents.tool),
    description: `${record.docs.summary} ${agents.usage}`,
    inputSchema: inputSchema(record, defaults),
    outputSchema: outputSchema(record),
    annotations: {
      readOnlyHint: !record.http.creates,
      destructiveHint: false,
      idempotentHint: !record.http.creates,
      openWorldHint: false,
    },
  };
}

/** All that there are. */
export const allTools: EndpointTool[] = allEndpoints.flatMap(([name, record]) =>
  record.agents ? [createTool(name, record, record.agents)] : [],
);

type Offering = Partial<Pick<PublicFacts, 'nexus' | 'access'>>;

const isOffered = ({ onlyIn }: EndpointTool, { nexus, access }: Offering): boolean =>
  onlyIn === undefined || (onlyIn === 'nexus' ? nexus === true : access !== undefined && isPaywalled(access));

/** Those that a room offers. */
export const toolsForRoom = (room: Offering): EndpointTool[] => allTools.filter((tool) => isOffered(tool, room));
export const toolNamesForRoom = (room: Offering): string[] => toolsForRoom(room).map(({ name }) => name);

/** As the descriptor shows them. */
export const toolForDescriptor = ({ endpoint: _, onlyIn: __, defaults: ___, ...tool }: EndpointTool): Tool => tool;

/** What says nothing to a model: the shape of a value is in the words that describe it. */
const omittedKeywords = new Set([
  'examples',
  'title',
  'format',
  'pattern',
  'maxLength',
  'minLength',
  'additionalProperties',
]);

function slimSchema(schema: unknown, isProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => slimSchema(one));
  if (schema === null || typeof schema !== 'object') return schema;
  const members = Object.entries(schema).filter(([name]) => isProperties || !omittedKeywords.has(name));
  return Object.fromEntries(
    members.map(([name, value]) => [name, slimSchema(value, !isProperties && name === 'properties')]),
  );
}

/** For those who write clients; models have no use for mock data. */
const unlistedArgument = 'sandbox';

/**
 * As the list of tools shows them, which a model reads whole before it does anything: hints only where they differ from
 * those that MCP assumes, and no schema of the result. The descriptor has all.
 */
export function toolForList({ name, description, inputSchema: input, annotations }: EndpointTool) {
  const { readOnlyHint } = annotations;
  const { [unlistedArgument]: _, ...properties } = input.properties as Schema;
  const required = (input.required as string[]).length > 0 && { required: input.required as string[] };
  return {
    name,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: slimSchema(properties, true) as Record<string, object>,
      ...required,
    },
    annotations: { ...(readOnlyHint ? { readOnlyHint } : { destructiveHint: false }), openWorldHint: false },
  };
}
