// Schemas to validators (ajv, JSON Schema 2020-12, strict), and what is wrong as plain sentences.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';

export interface Problem {
  /** The field, as a path: `feeds.0.url`; empty for the whole value. */
  field: string;
  message: string;
}

const options = { strict: true, allErrors: true, coerceTypes: false } as const;
const ajv = new Ajv2020(options);
addFormats(ajv);

export const problemsOf = (errors: ErrorObject[] | null | undefined): Problem[] =>
  (errors ?? []).map(({ instancePath, params, message, keyword }) => {
    const inner = params.missingProperty ?? params.additionalProperty;
    const field = [...instancePath.split('/').slice(1), ...(inner ? [inner] : [])].join('.');
    const allowed = keyword === 'enum' ? `: ${(params.allowedValues as unknown[]).join(', ')}` : '';
    return { field, message: keyword === 'required' ? 'is missing' : `${message ?? 'is not valid'}${allowed}` };
  });

export type Check<S extends TSchema> = (
  value: unknown,
) => { ok: true; value: Static<S> } | { ok: false; problems: Problem[] };

/** A function that says whether a value has the schema's shape, and if not, every reason. */
export function checker<S extends TSchema>(schema: S): Check<S> {
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) =>
    validate(value) ? { ok: true, value: value as Static<S> } : { ok: false, problems: problemsOf(validate.errors) };
}
