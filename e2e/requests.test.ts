// npm run requests: the creator sees what clients asked for, and decides.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { command, postJson, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent());
});
after(() => room.stop());

const requests = (...args: string[]) => command(room.env, 'requests', ...args);

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await postJson(room, path, body);
  assert.equal(response.status, 200);
  return (await response.json()) as T;
}

test('a booking is listed, confirmed, and its asker sees it', async () => {
  const asked = { showName: 'The \u001b[31mred\u202e show', message: 'Please' };
  const { requestId, statusUrl } = await post<{ requestId: string; statusUrl: string }>(
    '/api/agent/booking-request',
    asked,
  );
  const list = await requests();
  assert.ok(list.includes(requestId) && list.includes('received') && list.includes('Please'));
  assert.ok(list.includes('The ␛[31mred⟨U+202E⟩ show'), list);
  const json = await requests('--json');
  for (const text of [list, json]) assert.ok(!text.includes('\u001b') && !text.includes('\u202e'));
  assert.equal((JSON.parse(json) as { bookings: { showName: string }[] }).bookings[0]!.showName, asked.showName);
  const page = await fetch(statusUrl, { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /<bdi>The ␛\[31mred⟨U\+202E⟩ show<\/bdi>/);
  const decided = (...args: string[]) => requests('--booking', requestId, ...args);
  await assert.rejects(decided('--status', 'completed'), /can change from/);
  await decided('--status', 'proposed', '--reply', 'How about May?');
  await assert.rejects(decided('--status', 'confirmed'), /needs --starts/);
  assert.match(await decided('--status', 'confirmed', '--starts', '2026-05-01T18:00:00Z'), /is confirmed/);
  const state = (await (await fetch(statusUrl)).json()) as { status: string; reply: string };
  assert.deepEqual([state.status, state.reply], ['confirmed', 'How about May?']);
});

test('a subscription is approved, and an unknown one is not', async () => {
  const { subscriptionId, manageUrl } = await post<{ subscriptionId: string; manageUrl: string }>(
    '/api/agent/webhook-subscribe',
    { callbackUrl: 'https://hooks.example.org/x', events: ['content.published'] },
  );
  assert.match(await requests('--approve', subscriptionId), /is approved/);
  assert.equal(((await (await fetch(manageUrl)).json()) as { status: string }).status, 'approved');
  assert.match(await requests('--reject', subscriptionId), /is rejected/);
  await assert.rejects(requests('--approve', 'sub_nothing'), /no subscription/);
});
