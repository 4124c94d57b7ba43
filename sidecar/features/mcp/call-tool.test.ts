import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '#contract/errors.ts';
import type { CallEndpoint, EndpointInput } from '../../http/handler.ts';
import { callTool, requireTool } from './call-tool.ts';

/** Returns its own arguments. */
const echo: CallEndpoint = async (name, input) => ({
  type: 'application/json',
  text: JSON.stringify({ name, ...input }),
});
const call = async (tool: string, args: object) =>
  (await callTool(echo, requireTool(tool, {}), args as Record<string, unknown>)) as EndpointInput;

test('arguments become path, query and body of the endpoint', async () => {
  assert.deepEqual(await call('get_article', { id: 'a' }), {
    name: 'article',
    params: { id: 'a' },
    query: {},
    body: {},
  });
  assert.deepEqual((await call('get_articles', { limit: 3, offset: 6 })).query, { limit: 3, offset: 6 });
  assert.deepEqual((await call('generate_guest_kit', { showName: 'x' })).body, { showName: 'x' });
});

test('a result that is not JSON has its media type', async () => {
  const text: CallEndpoint = async () => ({ type: 'text/markdown', text: '# Kit' });
  assert.deepEqual(await callTool(text, requireTool('generate_guest_kit', {}), {}), {
    mediaType: 'text/markdown',
    text: '# Kit',
  });
});

test('prototype keys: names that every object has are neither tools nor arguments', async () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', '']) {
    assert.throws(
      () => requireTool(name, {}),
      ({ kind, details }: ApiError) => kind === 'not_found' && (details!.tools as string[]).includes('get_article'),
    );
  }
  for (const args of [
    '{"__proto__": {"limit": 1}}',
    '{"constructor": 1}',
    '{"toString": 1}',
    '{"hasOwnProperty": 1}',
  ]) {
    await assert.rejects(call('get_articles', JSON.parse(args)), ({ kind }: ApiError) => kind === 'bad_request', args);
  }
});

test('an unknown argument is refused with the list of allowed arguments', async () => {
  await assert.rejects(call('get_articles', { limitt: 1 }), ({ details }: ApiError) => {
    assert.deepEqual(details, { field: 'limitt', allowed: ['limit', 'offset', 'fields', 'maxTokens', 'sandbox'] });
    return true;
  });
});
