// Says in words what keeps a value from fitting a schema; no problems means that it fits.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { TSchema } from 'typebox';

export type ProblemsOf = (value: unknown) => string[];

/** Compiles the schema once; the function that comes back lists every problem of a value. */
export function problemsBy(schema: TSchema): ProblemsOf {
  const ajv = new Ajv2020({ allErrors: true });
  ajvFormats.default(ajv);
  const fits = ajv.compile(schema);
  return (value) => (fits(value) ? [] : (fits.errors ?? []).map(inWords));
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  const where = instancePath.slice(1).replaceAll('/', '.') || 'the whole';
  const which = params.additionalProperty ?? params.allowedValues?.join(', ');
  return `${where}: ${message}${which ? ` (${which})` : ''}`;
}
