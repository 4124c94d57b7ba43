// npm start and npm run serve: the server outlives a crash, and nothing outlives a stop, whichever process is told.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { testContent } from './content.ts';
import { type NpmRun, npmRun } from './processes.ts';
import { databaseOf, pagesIn } from './release.ts';
import { command, foldersIn, makeRoom, type Room } from './room.ts';
import { sized } from './soak/size.ts';
import { until } from './until.ts';

let room: Room;
before(async () => {
  room = await makeRoom(await testContent());
});
after(() => room.remove());

const statusOf = (path: string): Promise<number> =>
  fetch(room.baseUrl + path).then(
    ({ status }) => status,
    () => 0,
  );
const isReady = async () => (await statusOf('/readyz')) === 200;

async function start(t: TestContext, command: 'serve' | 'start'): Promise<NpmRun> {
  const run = npmRun(command, room.env);
  t.after(run.clean);
  return run;
}

async function started(t: TestContext, command: 'serve' | 'start'): Promise<NpmRun> {
  const run = await start(t, command);
  await until(isReady, () => `the room is up: ${run.printed()}`);
  return run;
}

const isGone = async (run: NpmRun) => run.running().length === 0 && (await statusOf('/healthz')) === 0;

const processes: Record<string, (run: NpmRun) => number | undefined> = {
  npm: ({ npm }) => npm.pid,
  'the shell of npm': ({ pidOf }) => pidOf(/^sh -c /),
  'the first step': ({ pidOf }) => pidOf(/^\S*node scripts\/setup\.mjs/),
  'the supervisor': ({ pidOf }) => pidOf(/node \S*scripts\/main\.ts serve/),
  'the server': ({ pidOf }) => pidOf(/node (--\S+ )*\S*\/sidecar\/\w+\/main\.js/),
  'the whole group': ({ npm }) => -npm.pid!,
};

type Stop = [command: 'serve' | 'start', who: string, signal: NodeJS.Signals];

const stops: Stop[] = [
  ['serve', 'npm', 'SIGTERM'],
  ['serve', 'the supervisor', 'SIGKILL'],
  ['start', 'the whole group', 'SIGINT'],
];
const rareStops: Stop[] = [
  ['serve', 'the server', 'SIGTERM'],
  ['serve', 'npm', 'SIGKILL'],
  ['start', 'npm', 'SIGTERM'],
  ['serve', 'the shell of npm', 'SIGTERM'],
  ['serve', 'the first step', 'SIGTERM'],
  ['serve', 'the first step', 'SIGKILL'],
  ['serve', 'the server', 'SIGINT'],
  ['serve', 'the whole group', 'SIGTERM'],
];

for (const [command, who, signal] of sized(stops, [...stops, ...rareStops])) {
  test(`npm run ${command}: ${signal} to ${who} ends every process`, async (t) => {
    const run = await started(t, command);
    process.kill(processes[who]!(run)!, signal);
    await until(
      () => isGone(run),
      () => `all have ended: ${run.running()} ${run.printed()}`,
    );
  });
}

test('a server that is killed is started again, it is said why, and what it was writing is removed', async (t) => {
  const run = await started(t, 'serve');
  const first = processes['the server']!(run)!;
  const half = join(room.env.CONTENT_DIR!, `a.json.${first}.tmp`);
  const other = join(room.env.CONTENT_DIR!, `a.json.${process.pid}.tmp`);
  for (const path of [half!, other!]) await writeFile(path, 'half');
  process.kill(first, 'SIGKILL');
  await until(() => ![undefined, first].includes(processes['the server']!(run)), 'another server');
  await until(isReady, 'the room is up again');
  assert.match(run.printed(), /The server was ended by SIGKILL\. Restarting in 1 s\./);
  await until(() => !existsSync(half!), 'the half file is removed');
  assert.ok(existsSync(other!));
  await rm(other!);
});

test('a room that is asked to start again does so, and npm stays', async (t) => {
  const run = await started(t, 'serve');
  const asked = join(room.env.DATA_DIR!, 'restart');
  await writeFile(asked, '');
  await until(() => run.printed().split('\nConsole ').length === 3, run.printed);
  await until(isReady, 'the room is up again');
  assert.equal(run.npm.exitCode, null);
  assert.equal(existsSync(asked), false);
});

test('a second start on the same port says so, and does nothing else', async (t) => {
  await started(t, 'serve');
  for (const command of ['serve', 'start'] as const) {
    const second = await start(t, command);
    assert.equal(await second.ended, 78);
    assert.match(second.printed(), /Cannot listen on .* It is in use/);
    assert.doesNotMatch(second.printed(), /Build:|feeds? in|started again/);
  }
  assert.equal(await statusOf('/'), 200);
});

/** A feed that is never answered, as long as the test wants. */
async function silentFeed(t: TestContext): Promise<() => boolean> {
  let asked = false;
  const server = createServer(() => (asked = true)).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((listens) => server.once('listening', listens));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`;
  const file = join(room.content, 'feeds.json');
  const before = await readFile(file);
  t.after(() => writeFile(file, before));
  await writeFile(file, JSON.stringify({ allowPrivateHosts: ['127.0.0.1'], feeds: [{ id: 'silent', url }] }));
  return () => asked;
}

test('npm start serves the last release while it waits for a feed', async (t) => {
  const isAsked = await silentFeed(t);
  const run = await start(t, 'start');
  await until(isAsked, () => `the feed is asked: ${run.printed()}`);
  await until(isReady, 'the room is up');
  assert.equal(await statusOf('/'), 200);
  assert.doesNotMatch(run.printed(), /Build:/);
});

test('npm run serve builds where the only release is for another address', async (t) => {
  await command({ ...room.env, BASE_URL: 'http://other.example' }, 'build');
  const run = await started(t, 'serve');
  await until(async () => run.printed().includes('Build: release'), run.printed);
  assert.ok((await (await fetch(`${room.baseUrl}/`)).text()).includes(room.baseUrl));
});

test('the very first start answers that the room is being built, and then serves it, also where there are no feeds', async (t) => {
  await rm(join(room.content, 'feeds.json'));
  // The profile says when its calls were counted.
  const pages = () =>
    Object.entries(pagesIn(room.dist)).flatMap(([path, { etag }]) =>
      path === '/api/agent/profile' ? [] : `${path} ${etag}`,
    );
  const before = pages();
  await rm(databaseOf(room.dist));
  const run = await start(t, 'start');
  await until(
    async () => (await statusOf('/healthz')) === 200,
    () => `it listens: ${run.printed()}`,
  );
  const page = await fetch(`${room.baseUrl}/`, { headers: { accept: 'text/html' } });
  if (page.status === 503) {
    assert.match(await page.text(), /being built/);
    assert.equal(page.headers.get('retry-after'), '5');
  }
  await until(isReady, () => `the room is up: ${run.printed()}`);
  assert.deepEqual(pages(), before);
});

test('A room whose output nobody reads any more ends in order, and says nothing of it', async () => {
  const command = `"${process.execPath}" scripts/main.ts serve | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { env: room.env });
  assert.equal(stdout.split('\n').length, 2);
  assert.doesNotMatch(stderr, /EPIPE|started again/);
  assert.equal(await statusOf('/healthz'), 0);
});

test('the example is built when somebody visits it, and not for a creator who sets up a room', async (t) => {
  // A store of its own: one that has served newer content refuses the example of an earlier run.
  const own = await mkdtemp(join(tmpdir(), 'greenroom-example-'));
  const env = { ...room.env, ...foldersIn(own) };
  const run = npmRun('start', env);
  t.after(run.clean);
  t.after(() => rm(own, { recursive: true, maxRetries: 10, retryDelay: 200 }));
  await until(async () => run.printed().includes('sign-in?link='), run.printed);
  const link = /http\S+link=\S+/.exec(run.printed())![0];
  assert.equal((await fetch(link)).status, 200);
  const setup = join(env.CONTENT_DIR, '.build', 'setup');
  await mkdir(setup, { recursive: true });
  await setTimeout(600);
  assert.equal(await statusOf('/'), 503);
  await rm(setup, { recursive: true });
  await setTimeout(600);
  assert.equal(existsSync(databaseOf(env.DIST_DIR)), false);
  assert.equal((await fetch(room.baseUrl, { headers: { 'sec-fetch-dest': 'image' } })).status, 503);
  assert.equal(existsSync(databaseOf(env.DIST_DIR)), false);
  assert.equal(await statusOf('/'), 503);
  await until(isReady, () => `the example is there: ${run.printed()}`);
  assert.match(await (await fetch(room.baseUrl)).text(), /Isaura Penhallick/);
});
