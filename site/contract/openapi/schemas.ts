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

/** For readers, through and through: every named schema within it stands among the components, too. */
export function deepReference(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => deepReference(one, schemas));
  if (value === null || typeof value !== 'object') return value;
  const { title } = value as { title?: unknown };
  if (typeof title !== 'string') return deepMembers(value, schemas);
  // Set before its members are read, which may name it again.
  if (!(title in schemas)) {
    schemas[title] = {};
    schemas[title] = deepMembers(value, schemas);
  }
  return { $ref: `#/components/schemas/${title}` };
}

/** What only a validator needs. */
const unread = new Set(['pattern', 'additionalProperties', 'minLength']);

const deepMembers = (value: object, schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      unread.has(name) || member === '' ? [] : [[name, deepReference(member, schemas)]],
    ),
  );
