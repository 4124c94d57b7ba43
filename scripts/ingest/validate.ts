// ajv (JSON Schema 2020-12, strict) for what ingest reads and writes.
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export function compile(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/** All problems in one line. */
export const problemsOf = (validate: ValidateFunction): string =>
  (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath.slice(1) || 'it'} ${message}`).join('; ');
