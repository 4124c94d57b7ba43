import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json as bodyOf } from 'node:stream/consumers';
import { mcpRevisions } from '#contract/limits.ts';
import { buildLists } from '#domain/lists/lists.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { Release } from '../../release/release.ts';
import { serverPerTest } from '../../outgoing/test-server.ts';
import { mcpEndpoint } from './endpoint.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const serve = serverPerTest();
const room = sandboxRoom({ baseUrl: 'https://room.example' });
const release = { facts: room, index: { items: itemsInMemory(buildLists(room).contentIndex) } } as unknown as Release;
const endpoint = mcpEndpoint(() => release);

/** Sends requests one after the other and returns the error code of each answer, if it has one. */
async function sendAll(version: string, requests: [method: string, params: object][]): Promise<unknown[]> {
  const { url } = await serve(async (raw, response) => {
    const request = { raw, headers: raw.headers, body: await bodyOf(raw), id: 'r', log: { error: () => {} } };
    const reply = { send: async (answer: Response) => response.end(await answer.text()) };
    await endpoint(request as never, reply as never, undefined as never);
  });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const isModern = version >= '2026';
  const codes: unknown[] = [];
  for (const [method, params] of requests) {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, ...(isModern && { _meta: meta }) },
    });
    const headers = {
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...('name' in params && { 'mcp-name': `${params.name}` }),
    };
    const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { error?: { code: number } };
    codes.push(answer.error?.code);
  }
  return codes;
}

const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
for (const version of mcpRevisions.slice(0, 2)) {
  test(`MCP ${version}: every method rejects invalid parameters`, async () => {
    const wrong: [string, object][] = [
      ...lists.flatMap((method): [string, object][] => [
        [method, { cursor: 5 }],
        [method, { cursor: 'never given' }],
      ]),
      ['prompts/get', { name: 7 }],
      ['prompts/get', { name: 'check_quote', arguments: { quote: 5 } }],
      ['completion/complete', { ref: {}, argument: { name: 'topic', value: 5 } }],
      ['tools/call', { name: 'get_profile', arguments: [] }],
    ];
    assert.deepEqual(
      await sendAll(version, wrong),
      wrong.map(() => -32602),
    );
    assert.deepEqual(
      await sendAll(
        version,
        lists.map((method) => [method, {}]),
      ),
      lists.map(() => undefined),
    );
  });
}
