// start(settings): a room is a value, so that several run in one process.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { creator, testContent } from './content.ts';
import { freePort, postJson, type RunningRoom, startRoom } from './room.ts';

const names = ['Ebb and Flood', 'Slack Water'];
const rooms: RunningRoom[] = [];

const readJson = async <T>(room: RunningRoom, path: string): Promise<T> =>
  (await (await fetch(room.baseUrl + path)).json()) as T;

before(async () => {
  for (const publication of names) {
    const files = { 'creator.json': JSON.stringify({ ...creator, publication }) };
    rooms.push(await startRoom(await testContent(files)));
  }
});
after(async () => {
  for (const room of rooms) await room.stop();
});

const request = { showName: 'Night Tide', contactName: 'Ann', contactEmail: 'ann@show.example', message: 'Would you?' };

test('two rooms run in one process, each with its own address, content and store', async () => {
  for (const [at, room] of rooms.entries()) {
    const index = await readJson<{ name: string }>(room, '/api/agent');
    assert.equal(index.name, names[at]);
    assert.match(room.printed(), new RegExp(`Media room +${room.baseUrl}/`));
  }
  const [one, other] = rooms as [RunningRoom, RunningRoom];
  const answer = await postJson(one, '/api/agent/booking-request', request);
  const { statusUrl } = (await answer.json()) as { statusUrl: string };
  assert.equal(answer.status, 200);
  const path = new URL(statusUrl).pathname + new URL(statusUrl).search;
  assert.equal((await fetch(one.baseUrl + path)).status, 200);
  assert.equal((await fetch(other.baseUrl + path)).status, 404);
});

test('a room that is stopped leaves the other one running, and starts again with all that it kept', async () => {
  const [one, other] = rooms as [RunningRoom, RunningRoom];
  await one.restart();
  assert.equal((await fetch(`${one.baseUrl}/readyz`)).status, 200);
  assert.equal((await fetch(`${other.baseUrl}/readyz`)).status, 200);
});

test('a room does not start at a port that is taken', async () => {
  const [one] = rooms as [RunningRoom];
  await assert.rejects(startRoom(await testContent(), { PORT: new URL(one.baseUrl).port }), {
    name: 'Error',
    message: /^Cannot listen on 127\.0\.0\.1:\d+\. It is in use/,
  });
});

test('a start that fails at its last step leaves neither its port nor its data folder taken', async (t) => {
  const [one] = rooms as [RunningRoom];
  const data = await mkdtemp(join(tmpdir(), 'greenroom-data-'));
  t.after(() => rm(data, { recursive: true, force: true }));
  const settings = { PORT: String(await freePort()), DATA_DIR: data };
  const METRICS_PORT = new URL(one.baseUrl).port;
  await assert.rejects(
    startRoom(await testContent(), { ...settings, METRICS_PORT }),
    /set METRICS_PORT to another one/,
  );
  const room = await startRoom(await testContent(), settings);
  assert.equal((await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).status, 200);
  await room.stop();
});
