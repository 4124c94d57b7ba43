// How a schema stands in the document: named ones once, among the components.
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

/** Named schemas go to components once; the operation points there. */
export function reference(schema: TSchema, schemas: Json): Json {
  const { title } = schema as { title?: string };
  if (!title) return inline(schema, schemas);
  schemas[title] ??= schema;
  return { $ref: `#/components/schemas/${title}` };
}

function inline(schema: TSchema, schemas: Json): Json {
  const { anyOf } = schema as { anyOf?: TSchema[] };
  return anyOf
    ? { ...(schema as Json), anyOf: anyOf.map((one) => reference(one, schemas)) }
    : (schema as unknown as Json);
}
