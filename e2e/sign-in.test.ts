// The way into the console of a started room, by what it prints: a link until there is a password, and a new one on
// demand.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { command, type RoomProcess, startRoomProcess } from './room.ts';

let room: RoomProcess;
before(async () => {
  const content = await testContent();
  room = await startRoomProcess(content);
  await rm(content, { recursive: true });
});
after(() => room.stop());

const password = 'tide lamp bucket';

async function consoleLine(): Promise<string> {
  for (;;) {
    const line = /^Console +(\S+)\n/m.exec(room.printed())?.[1];
    if (line) return line;
    await new Promise((done) => setTimeout(done, 20));
  }
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${room.baseUrl}/console${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: room.baseUrl, ...headers },
    body: new URLSearchParams(fields),
  });

/** The cookie of who comes by this link. */
async function enter(link: string): Promise<string> {
  const token = new URL(link).searchParams.get('link')!;
  const answer = await post('/sign-in/link', { link: token });
  assert.equal(answer.headers.get('location'), '/console/account?notice=signedIn');
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

const page = async (path: string, cookie: string): Promise<string> =>
  (await fetch(`${room.baseUrl}/console${path}`, { headers: { cookie } })).text();

test('the first start prints a link that signs in; with a password set, the next one prints the address alone', async () => {
  const link = await consoleLine();
  assert.match(link, new RegExp(`^${room.baseUrl}/console/sign-in\\?link=[\\w-]{43}$`));
  const cookie = await enter(link);
  const csrf = /name="csrf" value="([0-9a-f]{64})"/.exec(await page('/account', cookie))![1]!;
  assert.equal((await post('/account/password', { csrf, password, repeat: password }, { cookie })).status, 303);

  await room.restart('SIGKILL');
  assert.equal(await consoleLine(), `${room.baseUrl}/console`);
  assert.match(await page('', cookie), /<h1>Today<\/h1>/);
  assert.equal((await post('/sign-in/password', { password })).status, 303);
});

test('the command prints a sign-in link for a lost password while the room runs', async () => {
  const [link] = (await command(room.env, 'sign-in')).split('\n');
  assert.match(await page('/account', await enter(link!)), /<h1>Sign-in<\/h1>/);
});

test('a dist that was built elsewhere has its console', async (t) => {
  const empty = await mkdtemp(join(tmpdir(), 'cache-'));
  t.after(() => rm(empty, { recursive: true, force: true, maxRetries: 20 }));
  room.env.CACHE_DIR = empty;
  await room.restart('SIGTERM');
  const answer = await fetch(`${room.baseUrl}/console/sign-in`);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /<h1>Sign in<\/h1>/);
  assert.deepEqual(await readdir(empty), []);
});
