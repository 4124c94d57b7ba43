// Compiles schemas to validators (ajv, JSON Schema 2020-12, strict) and describes problems in words.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';

export interface SchemaProblem {
  /** Path of the field, such as `feeds.0.url`; empty for the whole value. */
  field: string;
  message: string;
}

export const unknownFieldMessage = 'is not a known field';

/** The schemas are part of the program, so a test validates them instead of each start. */
export const ajvOptions = { strict: true, validateSchema: false } as const;
const options = { ...ajvOptions, allErrors: true, coerceTypes: false } as const;
const ajv = new Ajv2020(options);
addFormats(ajv);

const readProblems = (errors: ErrorObject[] | null | undefined): SchemaProblem[] =>
  (errors ?? []).map(({ instancePath, params, message = 'is not valid', keyword }) => {
    const inner = params.missingProperty ?? params.additionalProperty;
    const field = [...instancePath.split('/').slice(1), ...(inner ? [inner] : [])].join('.');
    if (keyword === 'required') return { field, message: 'is missing' };
    if (keyword === 'additionalProperties') return { field, message: unknownFieldMessage };
    if (keyword === 'enum') return { field, message: `must be one of ${params.allowedValues.join(', ')}` };
    return { field, message };
  });

/** Returns a sentence such as `feeds.0.url is missing`. */
export const describeProblem = ({ field, message }: SchemaProblem): string => `${field || 'the whole'} ${message}`;

export type Check<S extends TSchema> = (
  value: unknown,
) => { ok: true; value: Static<S> } | { ok: false; problems: SchemaProblem[] };

/** Returns a function that validates a value and lists all problems. The schema is compiled on the first call. */
export function checker<S extends TSchema>(schema: S): Check<S> {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value)
      ? { ok: true, value: value as Static<S> }
      : { ok: false, problems: readProblems(validate.errors) };
  };
}

export type ProblemFinder = (value: unknown) => string[];

/** Returns a function that lists the problems of a value in words; the list is empty for a valid value. */
export function problemFinder(schema: TSchema): ProblemFinder {
  const check = checker(schema);
  return (value) => {
    const result = check(value);
    return result.ok ? [] : result.problems.map(describeProblem);
  };
}
