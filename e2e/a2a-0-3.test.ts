// A2A 0.3 as its clients see it: the card at its address of then, and the shapes of messages, tasks and errors.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TaskState } from '@a2a-js/sdk';
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { data, dataOf, sayWith, text, textOf } from './a2a-client.ts';
import { testContent } from './content.ts';
import type { Json } from './json.ts';
import { manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(), { RATES: manyRequests });
});
after(() => room.stop());

/** Sends a request without A2A-Version, as clients of 0.3 do. */
async function send(method: string, params: object): Promise<Json> {
  const response = await postJson(room, '/api/a2a', { jsonrpc: '2.0', id: 7, method, params });
  const body = (await response.json()) as Json;
  assert.equal(body.id, 7);
  return body;
}
const message = (parts: object[], more: object = {}) => ({
  message: { kind: 'message', messageId: 'old-1', role: 'user', parts, ...more },
});

test('a client of 0.3 finds the card, asks, books, follows and cancels', async () => {
  const card = (await (await fetch(`${room.baseUrl}/.well-known/agent.json`)).json()) as Json;
  assert.deepEqual(
    [card.protocolVersion, card.url, card.preferredTransport, 'supportedInterfaces' in card],
    ['0.3.0', `${room.baseUrl}/api/a2a`, 'JSONRPC', false],
  );
  const { result: answer } = await send(
    'message/send',
    message([{ kind: 'text', text: 'What do you have about maps?' }]),
  );
  assert.deepEqual([answer.kind, answer.role], ['message', 'agent']);
  assert.deepEqual(
    answer.parts.map(({ kind }: Json) => kind),
    ['text', 'data'],
  );
  const { result: task } = await send(
    'message/send',
    message([{ kind: 'text', text: 'I want to book her for our show.' }]),
  );
  assert.deepEqual([task.kind, task.status.state], ['task', 'input-required']);
  const named = message([{ kind: 'text', text: 'Old Clients' }], { messageId: 'old-2', taskId: task.id });
  const { result: booked } = await send('message/send', named);
  assert.deepEqual([booked.id, booked.status.state], [task.id, 'submitted']);
  assert.ok(booked.artifacts[0].parts[0].data.statusUrl);
  assert.equal((await send('tasks/get', { id: task.id })).result.status.state, 'submitted');
  assert.equal((await send('tasks/cancel', { id: task.id })).result.status.state, 'canceled');
});

test('the official client speaks 0.3 with it', async () => {
  const compatible = { legacyCompat: { enabled: true } };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(compatible)],
    cardResolver: new DefaultAgentCardResolver(compatible),
  });
  const client = await factory.createFromUrl(room.baseUrl, '/.well-known/agent.json');
  const answer = await sayWith(client, 'sdk-1', [text('What do you have about maps?')]);
  assert.match(textOf(answer.parts), /Third sea/);
  const { id, status, artifacts } = await sayWith(client, 'sdk-2', [data({ showName: 'The Old Client' })]);
  assert.equal(status.state, TaskState.TASK_STATE_SUBMITTED);
  assert.ok(dataOf(artifacts[0].parts).statusUrl);
  const task = await client.getTask({ tenant: '', id, historyLength: 0 });
  assert.equal(task.status!.state, TaskState.TASK_STATE_SUBMITTED);
});

test('errors of 0.3 have its codes', async () => {
  const file = message([{ kind: 'file', file: { uri: 'https://x.example/a' } }]);
  const expected: [method: string, params: object, code: number][] = [
    ['tasks/get', { id: 'nobody' }, -32001],
    ['message/stream', message([{ kind: 'text', text: 'x' }]), -32004],
    ['tasks/pushNotificationConfig/set', {}, -32003],
    ['message/send', file, -32005],
    ['message/send', {}, -32602],
    ['message/send', message([], { parts: 'x' }), -32602],
    ['tasks/none', {}, -32601],
    ['constructor/name', {}, -32601],
  ];
  for (const [method, params, code] of expected)
    assert.equal((await send(method, params)).error.code, code, `${method} ${JSON.stringify(params)}`);
});
