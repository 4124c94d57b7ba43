import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json as bodyOf } from 'node:stream/consumers';
import { mcpRevisions } from '#contract/limits.ts';
import { buildLists } from '#domain/lists/lists.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';
import { serverPerTest } from '../../outgoing/test-server.ts';
import { mcpEndpoint } from './endpoint.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const serve = serverPerTest();
const room = sandboxRoom({ baseUrl: 'https://room.example' });
const release = { facts: room, index: { items: itemsInMemory(buildLists(room).contentIndex) } } as unknown as Release;
const endpoint = mcpEndpoint(() => release);

interface RpcAnswer {
  error?: { code: number };
  result?: { isError?: boolean; content: { text: string }[] };
}

/** Sends requests one after the other and returns their answers. `call` answers the endpoints of tools. */
async function sendAll(
  version: string,
  requests: [method: string, params: object][],
  call?: CallEndpoint,
): Promise<RpcAnswer[]> {
  const { url } = await serve(async (raw, response) => {
    const request = { raw, headers: raw.headers, body: await bodyOf(raw), id: 'r', log: { error: () => {} } };
    const reply = { send: async (answer: Response) => response.end(await answer.text()) };
    await endpoint(request as never, reply as never, call as never);
  });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const isModern = version >= '2026';
  const answers: RpcAnswer[] = [];
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
    answers.push((await (await fetch(url, { method: 'POST', headers, body })).json()) as RpcAnswer);
  }
  return answers;
}

const codesOf = (answers: RpcAnswer[]): unknown[] => answers.map(({ error }) => error?.code);

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
      ['tools/call', { name: 'no_such_tool', arguments: {} }],
    ];
    assert.deepEqual(
      codesOf(await sendAll(version, wrong)),
      wrong.map(() => -32602),
    );
    assert.deepEqual(
      codesOf(
        await sendAll(
          version,
          lists.map((method) => [method, {}]),
        ),
      ),
      lists.map(() => undefined),
    );
  });

  test(`MCP ${version}: arguments that are missing, null, empty or JSON text work, others are errors that a model can read`, async () => {
    const echo: CallEndpoint = async (_, input) => ({
      type: 'application/json',
      text: JSON.stringify(input.query),
    });
    const send = (...sent: unknown[]) =>
      sendAll(
        version,
        sent.map((value) => ['tools/call', { name: 'get_content_index', arguments: value }]),
        echo,
      );
    const queries = async (...sent: unknown[]) =>
      (await send(...sent)).map(({ result }) => JSON.parse(result!.content[0]!.text) as unknown);
    assert.deepEqual(
      await queries(undefined, null, '', '{}', { tag: null, type: '', dateFrom: undefined }),
      Array.from({ length: 5 }, () => ({ limit: 20 })),
    );
    assert.deepEqual(await queries('{"limit":2}', { limit: 2, tag: '' }, { limit: 2, types: '["episode","video"]' }), [
      { limit: 2 },
      { limit: 2 },
      { limit: 2, types: ['episode', 'video'] },
    ]);
    for (const { error, result } of await send([], 5, true, 'limit=2', '[]', { limitt: 2 })) {
      assert.equal(error, undefined);
      assert.equal(result!.isError, true);
      assert.match(result!.content[0]!.text, /"message":"[A-Z][^"]+\."|"message":"get_content_index has no/);
    }
  });
}
