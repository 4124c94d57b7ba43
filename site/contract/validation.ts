// Schemas to validators (ajv, JSON Schema 2020-12, strict), and what is wrong in words.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';

export interface SchemaProblem {
  /** The field, as a path: `feeds.0.url`; empty for the whole value. */
  field: string;
  message: string;
}

export const unknownFieldMessage = 'is not a field that is known';

/** Schemas are our own, so that a test checks them, not each start. */
export const ajvOptions = { strict: true, validateSchema: false } as const;
const options = { ...ajvOptions, allErrors: true, coerceTypes: false } as const;
const ajv = new Ajv2020(options);
addFormats(ajv);

const problemsOf = (errors: ErrorObject[] | null | undefined): SchemaProblem[] =>
  (errors ?? []).map(({ instancePath, params, message = 'is not valid', keyword }) => {
    const inner = params.missingProperty ?? params.additionalProperty;
    const field = [...instancePath.split('/').slice(1), ...(inner ? [inner] : [])].join('.');
    if (keyword === 'required') return { field, message: 'is missing' };
    if (keyword === 'additionalProperties') return { field, message: unknownFieldMessage };
    if (keyword === 'enum') return { field, message: `must be one of ${params.allowedValues.join(', ')}` };
    return { field, message };
  });

/** `feeds.0.url is missing`. */
export const describeProblem = ({ field, message }: SchemaProblem): string => `${field || 'the whole'} ${message}`;

export type Check<S extends TSchema> = (
  value: unknown,
) => { ok: true; value: Static<S> } | { ok: false; problems: SchemaProblem[] };

/** A function that says whether a value has the schema's shape, and if not, every reason. Compiles when it is first asked. */
export function checker<S extends TSchema>(schema: S): Check<S> {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value)
      ? { ok: true, value: value as Static<S> }
      : { ok: false, problems: problemsOf(validate.errors) };
  };
}

export type ProblemFinder = (value: unknown) => string[];

/** The same as a list of problems in words, which is empty for a value that fits. */
export function problemFinder(schema: TSchema): ProblemFinder {
  const check = checker(schema);
  return (value) => {
    const result = check(value);
    return result.ok ? [] : result.problems.map(describeProblem);
  };
}
