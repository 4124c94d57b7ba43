// MCP as its clients see it: both revisions with the official client, the conformance scenarios, the Inspector.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { idOf, pricedText, testContent } from './content.ts';
import type { Json } from './json.ts';
import { manyRequests, node, postJson, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
let folder: string;
before(async () => {
  room = await startRoom(await testContent(), { RATES: manyRequests });
  folder = await mkdtemp(join(tmpdir(), 'greenroom-mcp-'));
});
after(async () => {
  await room.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Tools of a room with prices that is not a Nexus. */
const toolNames = allEndpoints.flatMap(([, { agents }]) => (agents && agents.onlyIn !== 'nexus' ? agents.tool : []));
const article = idOf('first-river', 1);

async function connect(mode: 'legacy' | { pin: string }, path = '/api/mcp'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(room.baseUrl + path)));
  return client;
}

const revisions = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;

/** Every tool that reads, with arguments, and the address of the same by HTTP. */
const reads: [tool: string, args: Json, path: string][] = [
  ['get_profile', {}, endpoints.profile.http.path],
  ['get_profile', { sandbox: '1' }, `${endpoints.profile.http.path}?sandbox=1`],
  ['get_content_index', {}, `${endpoints.contentIndex.http.path}?limit=20`],
  [
    'get_content_index',
    { topic: 'map', types: ['article', 'stream'] },
    `${endpoints.contentIndex.http.path}?topic=map&types=article,stream`,
  ],
  ['get_content_index', { count: true }, `${endpoints.contentIndex.http.path}?count=true`],
  ['search_content', { q: 'river', limit: 2 }, `${endpoints.search.http.path}?q=river&limit=2`],
  ['get_booking', {}, endpoints.booking.http.path],
  ['get_media_kit', {}, endpoints.mediaKit.http.path],
  ['get_speaking', {}, endpoints.speaking.http.path],
  ['get_articles', { limit: 2, offset: 1 }, `${endpoints.articles.http.path}?limit=2&offset=1`],
  ['get_article', { id: article }, endpoints.article.http.path.replace('{id}', article)],
  ['get_item', { id: article, maxTokens: 100 }, `${endpoints.item.http.path.replace('{id}', article)}?maxTokens=100`],
  ['get_changes', {}, `${endpoints.changes.http.path}?limit=20`],
  ['get_timeline_entries', {}, `${endpoints.timelineEntries.http.path}?limit=1000`],
  ['get_episodes', { limit: 1 }, `${endpoints.episodes.http.path}?limit=1`],
  ['get_people', { limit: 1 }, `${endpoints.people.http.path}?limit=1`],
  ['get_content_index', { person: 'a guest' }, `${endpoints.contentIndex.http.path}?person=a-guest&limit=20`],
  ['get_stream_videos', {}, `${endpoints.streamVideos.http.path}?limit=1000`],
];

for (const [revision, mode] of Object.entries(revisions)) {
  describe(`MCP ${revision}`, () => {
    let client: Client;
    before(async () => {
      client = await connect(mode);
    });
    after(() => client.close());

    test('speaks the revision, says what it is and how to begin', () => {
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      assert.equal(client.getServerVersion()!.title, 'Test Publication');
      assert.match(client.getInstructions()!, /get_content_index/);
    });

    test('lists a tool for each endpoint that has a tool name', async () => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        toolNames,
      );
      const guestKit = tools.find(({ name }) => name === 'generate_guest_kit')!;
      assert.notEqual(guestKit.annotations!.readOnlyHint, true);
    });

    test('every tool gives what HTTP gives, to the byte of the built file', async () => {
      for (const [name, args, path] of reads) {
        const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
        assert.ok(!isError, JSON.stringify(content));
        assert.deepEqual(structuredContent, await (await fetch(room.baseUrl + path)).json(), name);
        assert.equal((content as Json[])[0]!.type, 'text');
      }
      const uncovered = toolNames.filter((name) => name.startsWith('get_') && !reads.some(([tool]) => tool === name));
      assert.deepEqual(uncovered, ['get_booking_state', 'get_transcription']);
    });

    test('a client with nothing but MCP reads every type, prepares a show and books it', async () => {
      const call = async (name: string, args: Json) => {
        const result = await client.callTool({ name, arguments: args });
        const { text } = (result.content as Json[])[0]!;
        assert.ok(!result.isError, text);
        return { text: text as string, value: result.structuredContent as Json };
      };
      const { value: index } = await call('get_content_index', {});
      for (const { id, title } of index.items.filter(({ access }: Json) => !access)) {
        const { text, value } = await call('get_item', { id });
        assert.ok(text.includes(`# ${title}`), text);
        assert.equal(value.id, id);
      }
      const show = { showUrl: 'https://show.example.org', topic: 'river' };
      assert.match((await call('prepare_show', show)).text, /^# /m);
      const { value: booked } = await call('request_booking', { showName: 'The Long Pier', source: 'agent' });
      const token = new URL(booked.statusUrl).searchParams.get('token')!;
      const { value: state } = await call('get_booking_state', { requestId: booked.requestId, token });
      assert.deepEqual([state.status, state.showName], ['received', 'The Long Pier']);
    });

    test('a long item comes in parts that make the whole', async () => {
      const { items } = (await (await fetch(room.baseUrl + endpoints.articles.http.path)).json()) as Json;
      const { id } = items.find(({ access }: Json) => !access);
      const whole = (await (await fetch(`${room.baseUrl}/api/article/${id}/markdown`)).text()) as string;
      let read = '';
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const part = await client.callTool({ name: 'get_item', arguments: { id, offset, maxTokens: 100 } });
        const { markdown, nextOffset } = part.structuredContent as Json;
        assert.ok(Buffer.byteLength(markdown) <= 400);
        read += markdown;
        offset = nextOffset;
      }
      assert.equal(read, whole);
    });

    test('a guest kit is made, and can be read again as a resource', async () => {
      const kit = { showName: 'The Long Pier', topic: 'sea' };
      const { structuredContent } = await client.callTool({ name: 'generate_guest_kit', arguments: kit });
      const { guestKitId, url } = structuredContent as Json;
      assert.deepEqual(structuredContent, await (await fetch(url)).json());
      const { contents } = await client.readResource({ uri: `greenroom://guest-kit/${guestKitId}` });
      assert.match((contents[0] as Json).text, /# Test Creator on The Long Pier/);
      const markdown = { name: 'generate_guest_kit', arguments: { ...kit, format: 'markdown' } };
      assert.match(((await client.callTool(markdown)).content as Json[])[0]!.text as string, /^# Test Creator/m);
    });

    test('a refusal over HTTP is an error that the model can read, with the same envelope', async () => {
      const cases: [string, Json, string][] = [
        ['get_article', { id: idOf('priced', 10) }, 'payment_required'],
        ['get_article', { id: idOf('secret', 8) }, 'not_found'],
        ['get_article', {}, 'bad_request'],
        ['get_articles', { limit: 0 }, 'bad_request'],
        ['get_content_index', { dateFrom: '2026-02-30' }, 'bad_request'],
        ['get_content_index', { types: [{ toString: 1 }] }, 'bad_request'],
      ];
      for (const [name, args, code] of cases) {
        const { isError, content } = await client.callTool({ name, arguments: args });
        assert.equal(isError, true, name);
        const text = (content as Json[])[0]!.text as string;
        assert.equal(JSON.parse(text).error.code, code);
        assert.ok(!text.includes(pricedText));
      }
      await assert.rejects(client.callTool({ name: 'toString', arguments: {} }), /Unknown tool/);
    });

    test('every item of the API is a resource, and none that is hidden or must be paid for is read', async () => {
      const { resources } = await client.listResources();
      const index = (await (await fetch(`${room.baseUrl}${endpoints.contentIndex.http.path}`)).json()) as Json;
      assert.deepEqual(
        resources.map(({ name }) => name),
        index.items.map(({ id }: Json) => id),
      );
      for (const { uri, name, title } of resources) {
        if (name === idOf('priced', 10)) await assert.rejects(client.readResource({ uri }), /requires payment/);
        else
          assert.match(
            ((await client.readResource({ uri })).contents[0] as Json).text,
            new RegExp(`^# ${title}$`, 'm'),
          );
      }
      await assert.rejects(client.readResource({ uri: `greenroom://item/${idOf('secret', 8)}` }), /not found/i);
      assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
    });

    test('prompts bring their material, and arguments can be completed', async () => {
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['prepare_show', 'check_quote', 'pitch_creator'],
      );
      const given = {
        showUrl: 'https://show.example.org',
        showName: 'Pier',
        quote: 'Rivers remember.',
        topic: 'river',
      };
      for (const { name } of prompts) {
        const { messages } = await client.getPrompt({ name, arguments: given });
        assert.match((messages[0]!.content as Json).text, /get_item|get_content_index/);
      }
      const said = [client.getInstructions()!];
      for (const { name } of prompts) {
        const { messages: all } = await client.getPrompt({ name, arguments: given });
        said.push((all[0]!.content as Json).text);
      }
      const named = said.join(' ').match(/\b(?:get|search|verify|prepare|request|generate|find)_[a-z_]+\b/g)!;
      assert.deepEqual(
        named.filter((name) => !toolNames.includes(name)),
        [],
      );
      const { messages } = await client.getPrompt({ name: 'check_quote', arguments: { quote: 'About a river' } });
      assert.equal(JSON.parse((messages[1]!.content as Json).text).verdict, 'exact');
      await assert.rejects(client.getPrompt({ name: 'prepare_show', arguments: {} }), /showUrl is missing/);
      await assert.rejects(client.getPrompt({ name: 'prepare_show', arguments: { showUrl: 'x' } }), /showUrl/);
      const ref = { type: 'ref/prompt' as const, name: 'check_quote' };
      const { completion } = await client.complete({ ref, argument: { name: 'topic', value: 'ri' } });
      assert.deepEqual(completion.values, ['rivers', 'river']);
      const template = { type: 'ref/resource' as const, uri: 'greenroom://item/{id}' };
      const ids = await client.complete({ ref: template, argument: { name: 'id', value: 'first' } });
      assert.deepEqual(ids.completion.values, [article]);
    });

    test('is at /mcp, too', async () => {
      const other = await connect(mode, '/mcp');
      assert.equal((await other.listTools()).tools.length, toolNames.length);
      await other.close();
    });
  });
}

/**
 * The scenarios of @modelcontextprotocol/conformance 0.1.16 that ask nothing of a server but what every one has. All
 * others call tools, resources and prompts of a test server by name, or ask for sessions, logging or subscriptions.
 */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];
const modules = resolve(import.meta.dirname, '..', 'node_modules', '@modelcontextprotocol');

describe('official tools', () => {
  for (const scenario of scenarios) {
    test(`conformance: ${scenario}`, async () => {
      const script = join(modules, 'conformance', 'dist', 'index.js');
      const asked = ['server', '--url', `${room.baseUrl}/api/mcp`, '--scenario', scenario, '-o', folder];
      assert.match(await node(room.env, script, ...asked), /Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
    });
  }

  const inspector = (...asked: string[]) =>
    node(
      { ...room.env, HOME: folder },
      join(modules, 'inspector', 'clients', 'launcher', 'build', 'index.js'),
      '--cli',
      ...asked,
    );

  test('the Inspector finds no fault with the schemas of the tools, and calls one', async () => {
    const url = [`${room.baseUrl}/api/mcp`, '--transport', 'http'];
    const listed = JSON.parse(await inspector(...url, '--method', 'tools/list', '--strict')) as Json;
    assert.equal(listed.tools.length, toolNames.length);
    const call = ['--method', 'tools/call', '--tool-name', 'get_articles', '--tool-arg', 'limit=1'];
    const called = JSON.parse(await inspector(...url, ...call)) as Json;
    assert.equal(called.structuredContent.items.length, 1);
  });
});

describe('POST /api/mcp/call', () => {
  test('gives the result of a tool, and the names of all where it does not know one', async () => {
    for (const [tool, args, path] of reads) {
      const response = await postJson(room, '/api/mcp/call', { tool, arguments: args });
      assert.deepEqual(await response.json(), { tool, result: await (await fetch(room.baseUrl + path)).json() });
    }
    const unknown = await postJson(room, '/api/mcp/call', { tool: 'constructor' });
    const { error } = (await unknown.json()) as Json;
    assert.deepEqual([unknown.status, error.code, error.details.tools], [404, 'not_found', toolNames]);
  });

  test('answers as the endpoint does where that refuses', async () => {
    const priced = await postJson(room, '/api/mcp/call', {
      tool: 'get_article',
      arguments: { id: idOf('priced', 10) },
    });
    const { error } = (await priced.json()) as Json;
    assert.equal(priced.status, 402);
    assert.deepEqual(error.details, { resourceId: `article:${idOf('priced', 10)}`, amountSats: 21 });
    const get = await fetch(`${room.baseUrl}/api/mcp/call`);
    assert.deepEqual([get.status, ((await get.json()) as Json).error.details], [405, { supportedMethods: ['POST'] }]);
  });

  test('a kit is made once for each Idempotency-Key', async () => {
    const call = { tool: 'generate_guest_kit', arguments: { showName: 'x' } };
    const kit = async (key: string) =>
      ((await (await postJson(room, '/api/mcp/call', call, { 'idempotency-key': key })).json()) as Json).result
        .guestKitId;
    assert.equal(await kit('one'), await kit('one'));
    assert.notEqual(await kit('one'), await kit('two'));
  });
});
