// A booking over A2A: nothing that was not stored is answered as if it were.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
import { type Content, data, dataOf, type Say, sayWith, text, textOf } from './a2a-client.ts';
import { testContent } from './content.ts';
import { type Json, readJson } from './json.ts';
import { manyRequests, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
let client: Client;
before(async () => {
  room = await startRoom(await testContent(), { RATES: manyRequests });
  client = await new ClientFactory().createFromUrl(room.baseUrl);
});
after(() => room.stop());
const say: Say = (...message) => sayWith(client, ...message);

test('a message that would change a booking is refused with the fields that exist, and the last one sent again is not', async () => {
  const { id } = await say('c-1', [data({ showName: 'The Counter', timeframe: 'June' })]);
  const stored = async () =>
    dataOf(((await client.getTask({ tenant: '', id, historyLength: 0 })) as Json).artifacts[0].parts);
  const before = await stored();
  const changes: Content[][] = [
    [text('Make it Wednesday instead.')],
    [text('Could we move it to nine?')],
    [text('Passt uns, wir nehmen den Vorschlag an.')],
    [data({ accept: true })],
    [data({ startsAt: '2027-03-03T18:00:00Z' })],
    [data({ timeframe: 'July' })],
    [data({ showName: 'The Counter', counterOffer: 'Friday' })],
    [text('Yes'), data({ confirm: 'yes' })],
  ];
  for (const [at, parts] of changes.entries())
    await assert.rejects(say(`c-2-${at}`, parts, id), /Not stored: .*message or startsAt.*statusUrl.*CancelTask/);
  assert.deepEqual(await stored(), before);
  const same = await say('c-1', [data({ showName: 'The Counter' })], id);
  assert.equal(same.status.state, TaskState.TASK_STATE_SUBMITTED);
});

test('everything that is said before the name comes is part of the request, and unknown fields are named', async () => {
  const { id } = await say('d-1', [text('We would like to invite her to our podcast.')]);
  const asked = await say('d-2', [data({ timeframe: 'June', accept: true })], id);
  assert.match(textOf(asked.status.message.parts), /Not stored: accept\. The fields are showName/);
  const booked = await say('d-3', [text('The Full Record\nIt is about maps.')], id);
  assert.match(textOf(booked.status.message.parts), /Not stored: accept\./);
  const state = (await readJson(dataOf(booked.artifacts[0].parts).statusUrl)).body;
  assert.deepEqual([state.showName, state.timeframe], ['The Full Record', 'June']);
  assert.match(state.message, /invite her[^]*It is about maps\./);
  const repeated = await say('d-3', [text('The Full Record\nIt is about maps.')], id);
  assert.equal(repeated.status.state, TaskState.TASK_STATE_SUBMITTED);
});

test('a question about guests, interviews or free episodes begins no booking', async () => {
  const questions = [
    'Who was a guest on the show?',
    'Which interview is about tides?',
    'Is the newest episode available?',
    'I do not want to book an interview.',
    'War sie schon einmal zu Gast?',
  ];
  for (const [at, question] of questions.entries())
    assert.equal('status' in (await say(`g-${at}`, [text(question)])), false, question);
});
