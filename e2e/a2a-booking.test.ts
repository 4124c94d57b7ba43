// A booking over A2A: nothing that was not stored is answered as if it were.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory } from '@a2a-js/sdk/client';
import { type Content, data, dataOf, type Say, sayWith, text, textOf } from './a2a-client.ts';
import { testContent } from './content.ts';
import { type Json, readJson } from './json.ts';
import { command, manyRequests, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
let client: Client;
before(async () => {
  room = await startRoom(await testContent(), { RATES: manyRequests });
  client = await new ClientFactory().createFromUrl(room.baseUrl);
});
after(() => room.stop());
const say: Say = (...message) => sayWith(client, ...message);

const stored = async (id: string) =>
  dataOf(((await client.getTask({ tenant: '', id, historyLength: 0 })) as Json).artifacts[0].parts);

test('a message that is not understood changes nothing and says so, with the fields that exist', async () => {
  const { id } = await say('c-1', [data({ showName: 'The Counter', timeframe: 'June' })]);
  const before = await stored(id);
  const refused: Content[][] = [
    [text('Make it Wednesday instead.')],
    [text('Could we move it to nine?')],
    [text('Passt uns, wir nehmen den Vorschlag an.')],
    [data({ accept: true })],
    [data({ startsAt: '2027-03-03T18:00:00Z' })],
    [data({ showName: 'The Counter', counterOffer: 'Friday' })],
    [text('Yes'), data({ confirm: 'yes' })],
  ];
  for (const [at, parts] of refused.entries()) {
    const { status } = await say(`c-2-${at}`, parts, id);
    assert.equal(status.state, TaskState.TASK_STATE_INPUT_REQUIRED);
    assert.match(
      textOf(status.message.parts),
      /^Nothing was changed\. .*message, timeframe, proposedTimes, timeZone.*CancelTask/,
    );
    assert.deepEqual(dataOf(status.message.parts).actions[0].name, 'change');
  }
  assert.deepEqual(await stored(id), before);
  const same = await say('c-1', [data({ showName: 'The Counter' })], id);
  assert.equal(same.status.state, TaskState.TASK_STATE_SUBMITTED);
});

test('a booking is changed, accepted and moved by data, and cancelled once', async () => {
  const { id } = await say('e-1', [data({ showName: 'The Whole Way', timeframe: 'June' })]);
  const { requestId } = await stored(id);
  const decide = (...args: string[]) => command(room.env, 'requests', '--booking', requestId, ...args);
  for (const timeframe of ['July', 'June'])
    assert.equal(
      dataOf((await say(`e-2-${timeframe}`, [data({ timeframe })], id)).artifacts[0].parts).timeframe,
      timeframe,
    );
  const startsAt = '2027-06-01T10:00:00.000Z';
  await decide('--status', 'proposed', '--starts', startsAt);
  const counter = await say('e-3', [text('Later?'), data({ proposedTimes: ['2027-06-02T10:00:00Z'] })], id);
  assert.match(textOf(counter.status.message.parts), /nothing is agreed by it.*On offer: 2027-06-01T10:00/);
  assert.deepEqual([(await stored(id)).answer, (await stored(id)).status], ['Later?', 'proposed']);
  const accepted = await say('e-4', [data({ accept: true })], id);
  assert.equal(accepted.status.state, TaskState.TASK_STATE_COMPLETED);
  assert.match(textOf(accepted.status.message.parts), /confirmed\. It begins at 2027-06-01T10:00/);
  const moving = await say('e-5', [data({ proposedTimes: ['2027-06-03T10:00:00Z'] })], id);
  assert.match(textOf(moving.status.message.parts), /nothing is agreed by it.*It begins at 2027-06-01T10:00/);
  await decide('--status', 'confirmed', '--starts', '2027-06-03T10:00:00Z');
  assert.equal((await stored(id)).startsAt, '2027-06-03T10:00:00.000Z');
  const cancelled = await client.cancelTask({ tenant: '', id, metadata: undefined });
  assert.equal(cancelled.status!.state, TaskState.TASK_STATE_CANCELED);
  await assert.rejects(say('e-6', [data({ accept: true })], id), /Nothing was changed: the request is cancelled/);
});

test('the first sentence books if it names the show, and asks if it names two', async () => {
  const sentence = 'I would like to book an interview for the Deep Water podcast on 12 December at 3pm.';
  const booked = await say('f-1', [text(sentence)]);
  assert.match(textOf(booked.status.message.parts), /“Deep Water”, with the time “on 12 December at 3pm”/);
  const { showName, timeframe, message } = await stored(booked.id);
  assert.deepEqual([showName, timeframe, message], ['Deep Water', 'on 12 December at 3pm', sentence]);
  const asked = await say('f-2', [text('I would like to book an interview for “Night Train” or “Deep Water”.')]);
  assert.match(textOf(asked.status.message.parts), /Night Train, or Deep Water\?/);
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
