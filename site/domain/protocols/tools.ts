// The tools for models. Each tool is an endpoint with the same schemas.
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
  /** Default values of arguments. */
  defaults: Schema;
  prefer: ToolRecord['prefer'];
}

/** Returns the parameters, query and body of an endpoint, which a tool accepts as one object. */
export const inputParts = ({ http }: Endpoint): { [part: string]: TObject | undefined } => ({
  params: http.params,
  query: http.query,
  body: http.body as TObject | undefined,
});

/** Formats that a tool can return as text. */
const textFormats = ['json', 'markdown', 'ndjson'];

/** Restricts the `format` parameter to text formats; undefined if only one is left. */
function narrowFormats(property: Schema): Schema | undefined {
  const { enum: forms, ...rest } = property as { enum: string[] };
  const textForms = forms.filter((form) => textFormats.includes(form));
  return textForms.length > 1 ? { ...rest, enum: textForms } : undefined;
}

const asSchema = (value: unknown) => value as Schema;

function inputProperties(parts: TObject[], defaults: Schema): Schema {
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const offeredProperties = Object.entries(properties).flatMap(([name, property]) => {
    const argument = name === 'format' && 'enum' in property ? narrowFormats(property) : property;
    return argument ? [[name, name in defaults ? { ...asSchema(argument), default: defaults[name] } : argument]] : [];
  });
  return Object.fromEntries(offeredProperties);
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

/** Returns the output schema. Its root is an object, as MCP before 2026-07-28 requires. */
function outputSchema({ http: { response, accepted, query, body } }: Endpoint): Schema {
  const hasFormats = [query, body].some((part) => part && 'format' in (part as TObject).properties);
  const { anyOf = [response] } = response as { anyOf?: TSchema[] };
  const isTrimmed = query && 'fields' in query.properties;
  const all = [
    ...anyOf,
    ...(accepted ? [accepted] : []),
    ...(hasFormats ? [TextAnswer] : []),
    ...(isTrimmed ? [Trimmed] : []),
  ];
  return all.length > 1 ? { type: 'object', anyOf: all } : (response as unknown as Schema);
}

/** Returns the default arguments of a tool; long lists are shortened. @spec-gap mcp-bounds */
function toolDefaults({ http, agents }: Endpoint): Schema {
  const limit = (http.query?.properties as Record<string, Schema> | undefined)?.limit?.default;
  return {
    ...(typeof limit === 'number' && limit > toolDefaultLimit && { limit: toolDefaultLimit }),
    ...agents?.defaults,
  };
}

/** Returns a title such as “Get media kit” for `get_media_kit`. */
const toolTitle = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

function createTool(endpoint: EndpointName, record: Endpoint, agents: ToolRecord): EndpointTool {
  const defaults = toolDefaults(record);
  const changes = record.http.creates !== undefined || agents.changes === true;
  return {
    endpoint,
    onlyIn: agents.onlyIn,
    defaults,
    prefer: agents.prefer,
    name: agents.tool,
    title: toolTitle(agents.tool),
    description: `${record.docs.summary} ${agents.usage}`,
    inputSchema: inputSchema(record, defaults),
    outputSchema: outputSchema(record),
    annotations: {
      readOnlyHint: !changes,
      destructiveHint: record.http.method === 'DELETE',
      idempotentHint: !record.http.creates,
      openWorldHint: false,
    },
  };
}

/** All tools, including those that a room may not offer. */
export const allTools: EndpointTool[] = allEndpoints.flatMap(([name, record]) =>
  record.agents ? [createTool(name, record, record.agents)] : [],
);

type Offering = Partial<Pick<PublicFacts, 'nexus' | 'access'>>;

const isOffered = ({ onlyIn }: EndpointTool, { nexus, access }: Offering): boolean =>
  onlyIn === undefined || (onlyIn === 'nexus' ? nexus === true : access !== undefined && isPaywalled(access));

export const toolsForRoom = (room: Offering): EndpointTool[] => allTools.filter((tool) => isOffered(tool, room));
export const toolNamesForRoom = (room: Offering): string[] => toolsForRoom(room).map(({ name }) => name);

export const toolForDescriptor = ({
  endpoint: _,
  onlyIn: __,
  defaults: ___,
  prefer: ____,
  ...tool
}: EndpointTool): Tool => tool;

/** Schema keywords that the list omits: the descriptions explain the values, and errors name the bounds. */
const omittedKeywords = new Set([
  'examples',
  'title',
  'format',
  'pattern',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'minimum',
  'maximum',
  'additionalProperties',
]);

/** Returns the description without lengths, which only a validator needs, and without the default of the endpoint. */
const slimDescription = (text: string): string =>
  text.replace(
    /^(?:Maximum number of \w+|Items to skip|Format of the response)\.| (?:At most \d+|Default (?:\d|json)).*\.$/g,
    '',
  );

function slimMember(name: string, value: unknown, isProperties: boolean): [string, unknown][] {
  if (isProperties) return [[name, slimSchema(value)]];
  const slim = name === 'description' ? slimDescription(value as string) : slimSchema(value, name === 'properties');
  return omittedKeywords.has(name) || slim === '' || (name === 'default' && slim === 0) ? [] : [[name, slim]];
}

function slimSchema(schema: unknown, isProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => slimSchema(one));
  if (schema === null || typeof schema !== 'object') return schema;
  // The values of a fixed set show its type.
  const { type: _, ...untyped } = schema as Schema;
  const members = Object.entries(!isProperties && 'enum' in schema ? untyped : schema);
  return Object.fromEntries(members.flatMap(([name, value]) => slimMember(name, value, isProperties)));
}

/** Argument for developers that the list omits. */
const unlistedArgument = 'sandbox';

/**
 * Returns a tool for tools/list, which a model reads completely: without output schema, and only with hints that
 * differ from the defaults of MCP. The descriptor contains everything.
 */
export function toolForList({ name, description, inputSchema: input, annotations }: EndpointTool) {
  const { readOnlyHint, destructiveHint } = annotations;
  const { [unlistedArgument]: _, ...properties } = input.properties as Schema;
  const requiredFields = (input.required as string[]).length > 0 && { required: input.required as string[] };
  return {
    name,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: slimSchema(properties, true) as Record<string, object>,
      ...requiredFields,
    },
    annotations: { ...(readOnlyHint ? { readOnlyHint } : { destructiveHint }), openWorldHint: false },
  };
}
