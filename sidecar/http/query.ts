// Query and path parameters: text from outside to values of the contract's schemas, or a bad_request that names the field.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetails } from '#contract/errors.ts';
import { ajvOptions } from '#contract/validation.ts';
import { FieldError, type Mistake } from './form-mistakes.ts';

// Parameters are text, so numbers and booleans are read from it; defaults of the schema are filled in.
const ajv = new Ajv2020({ ...ajvOptions, coerceTypes: true, useDefaults: true });
// Bodies are JSON: nothing is coerced.
const bodyAjv = new Ajv2020(ajvOptions);
addFormats(ajv);
addFormats(bodyAjv);

/** Where ajv would name the rule, which says little to a reader. */
const problems: Record<string, string> = {
  required: 'is missing',
  pattern: 'has the wrong form',
  format: 'has the wrong form',
};

function mistakeIn({ keyword, params }: ErrorObject, format: unknown): Mistake {
  if (keyword === 'required' || keyword === 'minLength') return 'missing';
  if (keyword === 'maxLength') return { most: params.limit as number };
  return format === 'uri' ? 'url' : format === 'email' ? 'mail' : 'other';
}

/** @spec-gap limits-bounds */
function badRequest(error: ErrorObject, schema: TSchema, where: string): FieldError {
  const { params, instancePath } = error;
  const field: string = params.missingProperty ?? instancePath.split('/')[1] ?? where;
  const {
    minimum,
    maximum,
    description = '',
    format,
  } = (schema as { properties?: Record<string, ErrorDetails> }).properties?.[field] ?? {};
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  const allowed = error.keyword === 'enum' ? { allowed: params.allowedValues as unknown } : {};
  const problem = problems[error.keyword] ?? error.message;
  const details = { field: field || where, ...bounds, ...allowed };
  return new FieldError(`${field} ${problem}. ${description}`.trim(), details, mistakeIn(error, format));
}

/** Lists come comma-separated or repeated. */
const readList = (value: unknown): unknown[] =>
  [value].flat().flatMap((part) =>
    typeof part === 'string'
      ? part
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
      : [part],
  );

/** Coercion alone would take 0x10, 1e2 and Infinity; each number has one spelling, as in JSON. */
const readInteger = (value: unknown): unknown =>
  typeof value === 'string' && !/^-?(0|[1-9]\d{0,14})$/.test(value) ? Number.NaN : value;

function readText(value: Record<string, unknown>, schema: TSchema): void {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  for (const [name, { type }] of Object.entries(properties)) {
    if (value[name] === undefined) continue;
    if (type === 'array') value[name] = readList(value[name]);
    if (type === 'integer') value[name] = readInteger(value[name]);
  }
}

/** A validator of the form that Fastify asks for, made when it is first asked: a start need not wait for all of them. */
export function compileValidator(schema: TSchema, where: string) {
  let validate: ValidateFunction | undefined;
  return (value: unknown) => {
    validate ??= (where === 'body' ? bodyAjv : ajv).compile(schema);
    if (where !== 'body') readText(value as Record<string, unknown>, schema);
    return validate(value) ? { value } : { error: badRequest(validate.errors![0]!, schema, where) };
  };
}
