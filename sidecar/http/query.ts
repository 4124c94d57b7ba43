// Validates parameters and bodies with the contract's schemas. Errors are bad_request with the field's name.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { ajvOptions } from '#contract/validation.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import { FieldError, type Mistake } from './form-mistakes.ts';

// Parameters are text, so numbers and booleans are converted; defaults of the schema are filled in.
const ajv = new Ajv2020({ ...ajvOptions, coerceTypes: true, useDefaults: true });
// Bodies are JSON: nothing is coerced.
const bodyAjv = new Ajv2020(ajvOptions);
addFormats(ajv);
addFormats(bodyAjv);

/** Types as people name them. */
const typeNames: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** Clearer messages for rules that ajv would only name. */
const problems: Record<string, string> = {
  required: 'is missing',
  pattern: 'has the wrong form',
  format: 'has the wrong form',
  const: 'has the wrong value',
  minProperties: 'is empty',
};

function findMistake({ keyword, params }: ErrorObject, format: unknown): Mistake {
  if (keyword === 'required' || keyword === 'minLength') return 'missing';
  if (keyword === 'maxLength') return { most: params.limit as number };
  return format === 'uri' ? 'url' : format === 'email' ? 'mail' : 'other';
}

/** Returns the allowed values of a field with a fixed set, or the fields of an object that has no others. */
function listAllowed({ keyword, params }: ErrorObject, properties: object): unknown[] | undefined {
  if (keyword === 'enum') return params.allowedValues as unknown[];
  return keyword === 'additionalProperties' ? Object.keys(properties) : undefined;
}

function describeProblem(
  { keyword, message, params }: ErrorObject,
  allowed: unknown[] | undefined,
): string | undefined {
  if (keyword === 'type' && Object.hasOwn(typeNames, params.type)) return `must be ${typeNames[params.type]}`;
  if (!allowed) return problems[keyword] ?? message;
  const choice = keyword === 'enum' ? 'must be one of' : 'is not a field of this request. Its fields are';
  return `${choice} ${allowed.join(', ')}`;
}

const findField = ({ params, instancePath }: ErrorObject, location: string): string =>
  params.missingProperty ?? instancePath.split('/')[1] ?? params.additionalProperty ?? location;

interface FieldSchema {
  minimum?: number;
  maximum?: number;
  description?: string;
  format?: string;
}

/** @spec-gap limits-bounds */
function createFieldError(error: ErrorObject, schema: TSchema, location: string): FieldError {
  const { properties = {}, description: purpose = '' } = schema as {
    properties?: Record<string, FieldSchema>;
    description?: string;
  };
  const field = findField(error, location);
  const {
    minimum,
    maximum,
    description = error.keyword === 'minProperties' ? purpose : '',
    format,
  } = properties[field] ?? {};
  const allowedValues = listAllowed(error, properties);
  const details = omitUndefined({ field: field || location, minimum, maximum, allowed: allowedValues });
  const message = `${field} ${describeProblem(error, allowedValues)}.${description && ` Description: ${description}`}`;
  return new FieldError(message, details, findMistake(error, format));
}

/** Splits a list, which may be comma-separated or repeated. */
const readList = (value: unknown): unknown[] =>
  [value].flat().flatMap((part) =>
    typeof part === 'string'
      ? part
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
      : [part],
  );

/** Accepts only integers as in JSON; coercion would also accept 0x10, 1e2 and Infinity. */
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

/** Returns a validator for Fastify, which is compiled on first use to keep starts fast. */
export function compileValidator(schema: TSchema, location: string) {
  let validate: ValidateFunction | undefined;
  return (value: unknown) => {
    validate ??= (location === 'body' ? bodyAjv : ajv).compile(schema);
    if (location !== 'body') readText(value as Record<string, unknown>, schema);
    return validate(value) ? { value } : { error: createFieldError(validate.errors![0]!, schema, location) };
  };
}
