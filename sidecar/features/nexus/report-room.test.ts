// Tests of reports to a Nexus: after each build, and again after the Nexus was unreachable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNexusReporter } from './report-room.ts';

const hour = 3_600_000;

function setUp() {
  const state = { now: 0, release: 'one', status: 200, creator: {} };
  const sent: string[] = [];
  const failures: string[] = [];
  const report = createNexusReporter({
    nexusUrl: 'https://nexus.example',
    live: () => ({ id: state.release, facts: { baseUrl: 'https://room.example', creator: state.creator } }) as never,
    post: async (url, _, body) => {
      sent.push(`${url} ${body}`);
      if (state.status === 0) throw new Error('The host refuses the connection.');
      return { status: state.status, retryAfter: undefined };
    },
    now: () => state.now,
    random: () => 0.5,
    onFailure: (message, isRefused) => failures.push(`${isRefused ? 'refused' : 'away'}: ${message}`),
  });
  const pass = async (ms: number, stepMs = 1000) => {
    for (const end = state.now + ms; state.now < end; state.now += stepMs) await report();
  };
  return { state, sent, failures, report, pass };
}

test('a room reports itself at start, after each build, and once a day', async () => {
  const { state, sent, pass } = setUp();
  await pass(hour);
  assert.deepEqual(sent, ['https://nexus.example/api/nexus/register {"agentBaseUrl":"https://room.example"}']);
  state.release = 'two';
  await pass(hour);
  assert.equal(sent.length, 2);
  await pass(25 * hour, 60_000);
  assert.equal(sent.length, 3);
});

test('a Nexus that is down is retried less and less often, and reported once', async () => {
  const { state, sent, failures, pass } = setUp();
  state.status = 0;
  await pass(24 * hour);
  assert.ok(sent.length > 20 && sent.length < 60, String(sent.length));
  assert.equal(failures.length, 1);
  state.status = 200;
  await pass(2 * hour);
  const after = sent.length;
  await pass(hour);
  assert.equal(sent.length, after);
});

test('a Nexus that refuses the room is not flooded after further builds', async () => {
  const { state, sent, pass } = setUp();
  state.status = 400;
  for (let build = 0; build < 60; build++) {
    state.release = `release ${build}`;
    await pass(60_000);
  }
  assert.ok(sent.length < 15, String(sent.length));
});

test('a refusal is distinguished from an unreachable Nexus', async () => {
  const { state, failures, pass } = setUp();
  for (const status of [503, 200, 429, 200, 400]) {
    state.status = status;
    state.release = `release ${failures.length} ${status}`;
    await pass(2 * hour);
  }
  assert.deepEqual(
    failures.map((failure) => failure.split(':')[0]),
    ['away', 'away', 'refused'],
  );
});

test('a room that leaves reports once for each build, and treats the refusal as success', async () => {
  const { state, sent, failures, pass } = setUp();
  Object.assign(state, { status: 400, creator: { nexus: { listed: false } } });
  await pass(2 * hour);
  assert.deepEqual([sent.length, failures], [1, []]);
});

test('each call returns the time of the next one, so that an idle room does not miss a retry', async () => {
  const { state, report } = setUp();
  state.status = 503;
  assert.equal((await report()).dueInMs, 5000);
  state.now += 2000;
  assert.equal((await report()).dueInMs, 3000);
  state.now += 3000;
  assert.equal((await report()).dueInMs, 10_000);
});
