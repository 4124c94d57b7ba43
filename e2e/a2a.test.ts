// A2A as another agent sees it: the official client finds the card and talks; every other method answers with its
// error.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Role, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
import { endpoints } from '#contract/endpoints.ts';
import { data, dataOf, type Say, sayWith, text, textOf } from './a2a-client.ts';
import { testContent } from './content.ts';
import { type Json, readJson } from './json.ts';
import { command, manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
let client: Client;
before(async () => {
  room = await startRoom(await testContent(), { RATES: manyRequests });
  client = await new ClientFactory().createFromUrl(room.baseUrl);
});
after(() => room.stop());

const say: Say = (...message) => sayWith(client, ...message);

describe('with the official client', () => {
  test('the card names an interface that answers, and declares no credentials', async () => {
    const card = (await (await fetch(`${room.baseUrl}/.well-known/agent-card.json`)).json()) as Json;
    assert.deepEqual(
      card.supportedInterfaces,
      ['1.0', '0.3'].map((protocolVersion) => ({
        url: `${room.baseUrl}/api/a2a`,
        protocolBinding: 'JSONRPC',
        protocolVersion,
      })),
    );
    for (const field of ['name', 'description', 'version', 'provider', 'capabilities', 'skills'])
      assert.ok(card[field]);
    for (const field of ['securitySchemes', 'securityRequirements']) assert.equal(field in card, false);
    assert.equal((await fetch(card.iconUrl)).status, 200);
    for (const { examples, tags, description } of card.skills) assert.ok(examples.length && tags.length && description);
  });

  test('a question is answered as /ask answers it, and one about nothing honestly', async () => {
    const { parts, role } = await say('q-1', [text('What do you have about maps?')]);
    assert.equal(role, Role.ROLE_AGENT);
    const names = dataOf(parts).results.flatMap(({ name = [] }: Json) => name);
    assert.deepEqual(names.sort(), ['Live drawing', 'Second map', 'Third sea']);
    assert.match(textOf(parts), /Third sea \(2026-03-10\): http/);
    const newest = await say('q-1b', [text('What is the newest episode?')]);
    assert.match(textOf(newest.parts), /The newest episode is “Talk about tides” of 2026-03-11/);
    const nothing = await say('q-2', [text('How do I bake bread?')]);
    assert.equal(dataOf(nothing.parts).error.code, 'NO_RESULTS');
    assert.match(
      textOf(nothing.parts),
      /^Nothing published here mentions “bake bread”\. Available topics: rivers, maps\./,
    );
  });

  test('nothing that is hidden from the API is found', async () => {
    const { parts } = await say('q-3', [text('secret')]);
    assert.equal(dataOf(parts).error.code, 'NO_RESULTS');
  });

  test('a show is prepared by its address, in the text or as data, as HTTP does it', async () => {
    const query = new URLSearchParams({ showUrl: 'https://show.example.org/pier', topic: 'sea', limit: '2' });
    const expected = await (await fetch(`${room.baseUrl}${endpoints.showPrep.http.path}?${query}`)).json();
    const asked = { showUrl: 'https://show.example.org/pier', topic: 'sea', limit: 2 };
    assert.deepEqual(dataOf((await say('s-1', [data(asked)])).parts), expected);
    const { parts } = await say('s-2', [text('Please prepare https://show.example.org/pier.')]);
    assert.equal(dataOf(parts).showUrl, 'https://show.example.org/pier');
  });

  test('a wish to prepare or to book is asked back, and goes on with what was needed', async () => {
    const which = await say('s-3', [text('Prepare an interview, please.')]);
    assert.equal(which.status.state, TaskState.TASK_STATE_INPUT_REQUIRED);
    const prepared = await say('s-4', [text('https://show.example.org')], which.id);
    assert.deepEqual([prepared.id, prepared.status.state], [which.id, TaskState.TASK_STATE_COMPLETED]);
    assert.equal(dataOf(prepared.artifacts[0].parts).showUrl, 'https://show.example.org');

    const wish = await say('b-1', [text('I would like to book her for our show https://pier.example.')]);
    assert.equal(wish.status.state, TaskState.TASK_STATE_INPUT_REQUIRED);
    assert.deepEqual(dataOf(wish.status.message.parts).needed, ['showName']);
    const again = await say('b-1a', [text('What do you need?')], wish.id);
    assert.equal(again.status.state, TaskState.TASK_STATE_INPUT_REQUIRED);
    const booked = await say('b-2', [text('The Long Pier')], wish.id);
    assert.deepEqual([booked.id, booked.contextId], [wish.id, wish.contextId]);
    assert.equal(booked.status.state, TaskState.TASK_STATE_SUBMITTED);
    const { statusUrl } = dataOf(booked.artifacts[0].parts);
    const state = (await readJson(statusUrl)).body;
    assert.deepEqual(
      [state.showName, state.showUrl, state.status],
      ['The Long Pier', 'https://pier.example', 'received'],
    );
    const other = await say('b-3', [data({ showName: 'Another' })], wish.id);
    assert.match(
      textOf(other.status.message.parts),
      /^Nothing was changed\. showName is not a field of this request\./,
    );
  });

  test('the task of a booking follows it, and can be cancelled while it is open', async () => {
    const { id, artifacts } = await say('f-1', [data({ showName: 'The Followed' })]);
    const { requestId, statusUrl } = dataOf(artifacts[0].parts);
    const get = () => client.getTask({ tenant: '', id, historyLength: 0 });
    assert.equal((await get()).status!.state, TaskState.TASK_STATE_SUBMITTED);
    await command(room.env, 'requests', '--booking', requestId, '--status', 'proposed', '--reply', 'Friday?');
    const proposed = (await get()) as Json;
    assert.equal(proposed.status.state, TaskState.TASK_STATE_INPUT_REQUIRED);
    assert.match(textOf(proposed.status.message.parts), /Friday\?/);
    const cancelled = await client.cancelTask({ tenant: '', id, metadata: undefined });
    assert.equal(cancelled.status!.state, TaskState.TASK_STATE_CANCELED);
    assert.equal((await readJson(statusUrl)).body.status, 'cancelled');
    assert.equal((await get()).status!.state, TaskState.TASK_STATE_CANCELED);

    const wish = await say('f-2', [text('Can we invite her to our podcast?')]);
    const given = await client.cancelTask({ tenant: '', id: wish.id, metadata: undefined });
    assert.equal(given.status!.state, TaskState.TASK_STATE_CANCELED);
    await assert.rejects(say('f-3', [text('The Long Pier')], wish.id), /cancelled/);
  });

  test('a booking is kept once for each messageId, and stands at its statusUrl', async () => {
    const request = { showName: 'The Long Pier', message: 'About tides' };
    const first = await say('b-4', [data(request)]);
    assert.equal(first.status.state, TaskState.TASK_STATE_SUBMITTED);
    assert.deepEqual(await say('b-4', [data(request)]), first);
    const { statusUrl, requestId } = dataOf(first.artifacts[0].parts);
    const state = (await (await fetch(statusUrl)).json()) as Json;
    assert.deepEqual([state.requestId, state.showName, state.status], [requestId, 'The Long Pier', 'received']);
    await assert.rejects(say('b-4', [data({ showName: 'Another' })]), /another booking/);
    await assert.rejects(say('b-5', [data({ showName: 7 })]), /showName/);
  });
});

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'maps' }] };
const ask = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await postJson(room, '/api/a2a', body, headers);
  return { status: response.status, body: (await response.json()) as Json };
};
const code = async (method: string, params: unknown = {}, headers: Record<string, string> = {}) => {
  const { status, body } = await ask({ jsonrpc: '2.0', id: 7, method, params }, headers);
  assert.deepEqual([status, body.jsonrpc, body.id], [200, '2.0', 7]);
  return body.error?.code as number | undefined;
};

describe('errors of A2A', () => {
  test('methods that need what the card does not declare say so', async () => {
    for (const [method, expected] of Object.entries({
      GetTask: -32001,
      CancelTask: -32001,
      SendStreamingMessage: -32004,
      SubscribeToTask: -32004,
      GetExtendedAgentCard: -32004,
      CreateTaskPushNotificationConfig: -32003,
      ListTaskPushNotificationConfigs: -32003,
      Nothing: -32601,
      constructor: -32601,
    }))
      assert.equal(await code(method, { id: 'task' }), expected, method);
    assert.equal(await code('ListTasks'), undefined);
    const { body } = await ask({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } });
    assert.deepEqual(body.error.data, [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'TASK_NOT_FOUND',
        domain: 'a2a-protocol.org',
        metadata: { taskId: 'x' },
      },
    ]);
  });

  test('another version is not served', async () => {
    const send = (headers: Record<string, string>) => code('SendMessage', { message }, headers);
    for (const version of ['0.2', '2.0', '1.1']) assert.equal(await send({ 'a2a-version': version }), -32009);
    assert.equal(await code('SendMessage', { message }, { 'a2a-version': '0.3' }), -32601);
    assert.equal(await code('message/send', { message }, { 'a2a-version': '1.0' }), -32601);
    for (const version of ['1.0', '1.0.0']) assert.equal(await send({ 'a2a-version': version }), undefined);
  });

  test('wrong parameters are named', async () => {
    const { body } = await ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { ...message, parts: [] } },
    });
    assert.equal(body.error.code, -32602);
    assert.equal(body.error.data[0].fieldViolations[0].field, 'parts');
    assert.equal(await code('SendMessage', { message: { ...message, parts: [{ url: 'https://x.example' }] } }), -32005);
    assert.equal(await code('SendMessage', { message: { ...message, taskId: 'unknown' } }), -32001);
    assert.equal(await code('SendMessage', [message]), -32602);
  });

  test('parameters of the wrong kind or out of bounds are refused, and nothing of them comes back', async () => {
    const wrong: [method: string, params: object][] = [
      ...['x', '', '7', 0, -1, 101, 1e9, 1.5, true, [7], {}].map((pageSize): [string, object] => [
        'ListTasks',
        { pageSize },
      ]),
      ...[
        { pageToken: 'x' },
        { status: 'open' },
        { contextId: 7 },
        { historyLength: -1 },
        { includeArtifacts: 'yes' },
        { statusTimestampAfter: 'today' },
      ].map((one): [string, object] => ['ListTasks', one]),
      ['GetTask', {}],
      ['GetTask', { id: 7 }],
      ['GetTask', { id: 'x', historyLength: 'all' }],
      ['CancelTask', { id: null }],
      ['CancelTask', { id: 'x', metadata: 'y' }],
      ['SendMessage', { message, configuration: 'x' }],
      ['SendMessage', { message, configuration: { historyLength: -1 } }],
      ['SendMessage', { message, metadata: [] }],
    ];
    for (const [method, params] of wrong) assert.equal(await code(method, params), -32602, JSON.stringify(params));
    const sizes = [1, 100, null, undefined].map(async (pageSize) => {
      const { body } = await ask({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: { pageSize, pageToken: '' } });
      return body.result.pageSize as number;
    });
    assert.deepEqual(await Promise.all(sizes), [1, 100, 50, 50]);
  });
});

describe('attacks on /api/a2a', () => {
  const raw = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${room.baseUrl}/api/a2a`, { method: 'POST', body, headers });
    return [response.status, ((await response.json()) as Json).error.code];
  };

  test('broken JSON, batch, deep JSON, oversized body, no request: refused', async () => {
    assert.deepEqual(await raw('{'), [400, -32700]);
    assert.deepEqual(await raw('[]'), [400, -32600]);
    assert.deepEqual(await raw(`{"params":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), [400, -32600]);
    assert.deepEqual(await raw(`{"params":"${'x'.repeat(70_000)}"}`), [413, -32000]);
    assert.deepEqual(await raw('{"method":"SendMessage"}'), [200, -32600]);
  });

  const send = async (parts: object[], more: object = {}) => {
    const sent = { messageId: '1', role: 'ROLE_USER', parts, ...more };
    return (await ask({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: sent } })).body;
  };

  test('another person behind the same address who counts messages from 1, too, gets neither a task nor its words', async () => {
    const wish = [{ text: 'I would like to book an interview. It is about my illness.' }];
    const alice = (await send(wish)).result.task;
    const repeated = (await send(wish)).result.task;
    assert.notEqual(repeated.id, alice.id, 'even the same words may be those of another person');
    const booked = (await send([{ data: { showName: 'The Alder Hour', message: 'secret plan' } }])).result.task;
    const attempts: object[][] = [
      wish,
      [{ text: 'Please book an interview with her.' }],
      [{ text: 'Book her for The Alder Hour.' }],
      [{ data: { showName: 'The Alder Hour' } }],
      [{ data: { showName: 'The Birch Hour' } }],
      [{ text: 'Please book an interview.' }, { data: { showName: 'The Birch Hour' } }],
      [{ text: 'hello' }],
    ];
    for (const parts of attempts) {
      const answer = await send(parts);
      const said = JSON.stringify(answer);
      for (const secret of [alice.id, booked.id, 'secret plan', 'illness', 'token='])
        assert.ok(!said.includes(secret), `${JSON.stringify(parts)} is answered with ${secret}`);
    }
    const own = (await send([{ data: { showName: 'The Birch Hour' } }], { contextId: 'birch' })).result.task;
    assert.equal(own.status.state, 'TASK_STATE_SUBMITTED');
    assert.notEqual(own.id, booked.id);
  });

  test('prototype keys in data: refused, or taken for plain fields', async () => {
    const send = (own: string) =>
      raw(
        `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"p","role":"ROLE_USER","parts":[{"data":${own}}]}}}`,
      );
    assert.deepEqual(await send('{"__proto__":{"showName":"x"}}'), [400, -32700]);
    assert.deepEqual(await send('{"showName":{"toString":1}}'), [200, -32602]);
  });

  test('an address of the own machine as showUrl is not visited', async () => {
    const { body } = await ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { ...message, parts: [{ text: `Prepare ${room.baseUrl}/api/agent/profile` }] } },
    });
    assert.equal(body.result.message.parts[1].data.bookingRequestTemplate.showName, '127.0.0.1');
  });
});
