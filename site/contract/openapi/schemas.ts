// Moves named schemas to the components of the document and refers to them.
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

/** Returns a reference to a named schema, which is added to the components, or the schema itself. */
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

/** Replaces named schemas by references at any depth, and omits keywords that only a validator needs. */
export function deepReference(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => deepReference(one, schemas));
  if (value === null || typeof value !== 'object') return value;
  const { title } = value as { title?: unknown };
  if (typeof title !== 'string') return deepMembers(value, schemas);
  // The name is reserved before the members are read, because they may refer to it.
  if (!(title in schemas)) {
    schemas[title] = {};
    schemas[title] = deepMembers(value, schemas);
  }
  return { $ref: `#/components/schemas/${title}` };
}

/** Keywords that only a validator needs. */
const validationKeywords = new Set(['pattern', 'additionalProperties', 'minLength']);

const deepMembers = (value: object, schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      validationKeywords.has(name) || member === '' ? [] : [[name, deepReference(member, schemas)]],
    ),
  );
