// Lists the shapes in an OpenAPI document, one line for each field, so that two versions of the API can be compared.

type Schema = Record<string, unknown>;

/** Direction of a field. `<` clients read it, `>` clients send it, `!` clients must send it. */
type Mark = '<' | '>' | '!';

interface Operation {
  parameters?: Schema[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Schema> };
}

const maxDepth = 6;

/**
 * Describes a value. A client reads only the values it knows, so that any change of a fixed set may break it. A value
 * that it may send has a line of its own, so that only its removal does.
 */
function valueLines({ type = 'any', enum: values = [] }: Schema, path: string, mark: Mark): string[] {
  const names = (values as string[]).toSorted();
  const line = `${mark} ${path} ${[type].flat().join('|')}`;
  return mark === '<' ? [[line, ...names].join(' ')] : [line, ...names.map((name) => `> ${path} = ${name}`)];
}

/** Returns the lines of a schema: its type, its fields, and the items of its list. */
function schemaLines(schema: Schema, path: string, mark: Mark, document: OpenApi, depth = 0): string[] {
  const {
    $ref: reference,
    properties = {},
    required = [],
    items,
    anyOf,
  } = schema as {
    $ref?: string;
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    anyOf?: Schema[];
  };
  if (depth > maxDepth) return [];
  if (reference)
    return schemaLines(document.components.schemas[reference.split('/').at(-1)!]!, path, mark, document, depth);
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const own = mark !== '<' && required.includes(name) ? '!' : mark === '!' ? '>' : mark;
    return schemaLines(field, `${path}.${name}`, own, document, depth + 1);
  });
  return [
    ...(anyOf ? [] : valueLines(schema, path, mark)),
    ...fields,
    ...(items ? schemaLines(items, `${path}[]`, mark, document, depth + 1) : []),
    ...(anyOf ?? []).flatMap((one) => schemaLines(one, path, mark, document, depth + 1)),
  ];
}

function operationLines(
  name: string,
  { parameters = [], requestBody, responses }: Operation,
  document: OpenApi,
): string[] {
  const own = parameters.map((one) => {
    const { $ref: reference } = one as { $ref?: string };
    return reference ? document.components.parameters[reference.split('/').at(-1)!]! : one;
  });
  const contents = Object.values(responses[200]?.content ?? {});
  return [
    `< ${name}`,
    ...own.flatMap(({ name: parameter, in: place, required, schema }) =>
      schemaLines(
        schema as Schema,
        `${name} ${place as string} ${parameter as string}`,
        required ? '!' : '>',
        document,
      ),
    ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      schemaLines(schema, `${name} body`, '>', document),
    ),
    ...contents.flatMap(({ schema }) => (schema ? schemaLines(schema, `${name} 200`, '<', document) : [])),
  ];
}

/** Returns the shape of a document as sorted lines, each once. */
export function shapeLines(document: object): string[] {
  const whole = document as OpenApi;
  const lines = Object.entries(whole.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, one]) =>
      operationLines(`${method.toUpperCase()} ${path}`, one, whole),
    ),
  );
  return [...new Set(lines)].sort();
}

const isRequired = (line: string): boolean => line.startsWith('!');

/** Returns the differences that can break a client: what is gone or has changed, and what it must now send. */
export function breakingChanges(before: string[], after: string[]): string[] {
  const old = new Set(before);
  const current = new Set(after);
  const asOptional = (line: string) => line.replace(/^!/, '>');
  const removed = before.filter((line) => !current.has(line) && !current.has(asOptional(line)));
  return [
    ...removed.map((line) => `- ${line}`),
    ...after.filter((line) => isRequired(line) && !old.has(line)).map((line) => `+ ${line}`),
  ];
}
