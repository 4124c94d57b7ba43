// Small schema builders shared by every schema: closed objects, dates, addresses.
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Returns the schema of an object that has these properties and no others. */
export const closedObject = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const optional = Type.Optional;
export const text = (description: string, options: object = {}) => Type.String({ description, ...options });
export const flag = (description: string) => Type.Boolean({ description });
/** Returns the schema of an object with any members. */
export const anything = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });
export const list = <T extends TSchema>(items: T, description = '') => Type.Array(items, { description });
/** Returns the schema of a fixed set of values. Documents for readers describe one with a `title` only once. */
export const oneOf = <const V extends string[]>(values: [...V], description = '', options: { title?: string } = {}) =>
  Type.Enum(values, { description, type: 'string', ...options });

/** Members of every response to a POST: the sandbox mark and the ignored fields of the body. */
export const postFields = {
  _sandbox: Type.Optional(Type.Boolean({ description: 'Sandbox request: nothing was stored.' })),
  ignored: Type.Optional(
    Type.Array(
      closedObject({
        field: Type.String({ description: 'Unknown field of the body.' }),
        nearest: Type.Optional(Type.String({ description: 'Similar known field.' })),
      }),
      { description: 'Ignored fields of the body.' },
    ),
  ),
};
export const sandboxFields = { _sandbox: Type.Optional(Type.Boolean({ description: 'Mock data.' })) };

/** RFC 3986 absolute address with a scheme that is safe to follow. */
export const Uri = (description: string) =>
  Type.String({ format: 'uri', pattern: '^(https?|wss?|mailto):', description });
/** Calendar day, `YYYY-MM-DD`. */
export const Day = (description: string) => Type.String({ format: 'date', description });
/** RFC 3339 instant. */
export const Instant = (description: string) => Type.String({ format: 'date-time', description });
/** RFC 9110 §5.6.7 HTTP-date. */
export const HttpDate = (description: string) => Type.String({ description, pattern: 'GMT$' });
export const Count = (description: string) => Type.Integer({ minimum: 0, description });
