// Checks a response against the contract: an error in its envelope, or the declared shape.
import assert from 'node:assert/strict';
import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorEnvelope } from '#contract/errors.ts';
import { JsonRpcResponse } from '#contract/schemas/json-rpc.ts';
import { checker } from '#contract/validation.ts';
import { apiVersion } from '#contract/version.ts';

const checkError = checker(ErrorEnvelope);

const checkRpc = checker(JsonRpcResponse);

/** A protocol refuses in its own words; the code of the envelope stands in their data. */
function assertRpcError(body: object, expected: string): Record<string, unknown> {
  const result = checkRpc(body);
  assert.ok(result.ok, JSON.stringify(body));
  const { code, ...details } = result.value.error!.data as Record<string, unknown>;
  assert.equal(code, expected);
  return details;
}

/** Gives the details. */
export async function assertError(response: Response, status: number, code: string): Promise<Record<string, unknown>> {
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(response.headers.get('x-service-api-version'), apiVersion);
  const body = (await response.json()) as object;
  if ('jsonrpc' in body) return assertRpcError(body, code);
  const result = checkError(body);
  assert.ok(result.ok, JSON.stringify(body));
  assert.equal(result.value.error.code, code);
  return result.value.error.details ?? {};
}

export function assertShape(record: Endpoint, text: string): void {
  const check = checker(record.http.response);
  const mediaType = record.http.mediaType ?? 'application/json';
  const values = /^application\/([\w-]+\+)?json/.test(mediaType)
    ? [JSON.parse(text)]
    : mediaType.endsWith('ndjson')
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [text];
  for (const value of values) {
    const result = check(value);
    assert.ok(result.ok, JSON.stringify(result));
  }
}
