// Upgrades: from versions of the past, by npm run upgrade with the way back, and two versions side by side on one
// PostgreSQL. Takes minutes, so soak alone runs it.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { idOf, testContent } from '../content.ts';
import { startPostgres } from '../postgres.ts';
import { freePort } from '../room.ts';
import { until } from '../until.ts';
import { count } from './store.ts';
import { cloneAt, command, commitNext, git, type Server, serveIn, takeAll } from './versions.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'upgrades-'));
after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

/** Versions with 17 to 32 steps of the store. */
const past = ['1fa7f1b', '6de14ae', '3aae5f4', 'd36d0a9', 'c495b00'];

async function roomIn(place: string, settings: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
  await cp(await testContent(), join(place, 'content'), { recursive: true });
  const { PATH, HOME } = process.env;
  const PORT = String(await freePort());
  const folders = {
    CONTENT_DIR: join(place, 'content'),
    DIST_DIR: join(place, 'dist'),
    DATA_DIR: join(place, '.data'),
  };
  return {
    PATH,
    HOME,
    PORT,
    ...folders,
    RATES: 'guestKit=3',
    INGEST_MINUTES: '0',
    NODE_ENV: 'development',
    ...settings,
  };
}

const originOf = ({ PORT }: NodeJS.ProcessEnv): string => `http://127.0.0.1:${PORT}`;

async function serveRelease(program: string, env: NodeJS.ProcessEnv): Promise<Server> {
  await command(program, env, 'build');
  return serveIn(program, env, 'sidecar/main.ts');
}

describe('Upgrades', () => {
  for (const commit of past)
    test(`a room of ${commit} goes on with this version, and back again by its backup`, async (t) => {
      const old = await cloneAt(join(folder, commit), commit);
      const env = await roomIn(join(folder, `room-${commit}`));
      const servers: Server[] = [];
      t.after(() => Promise.all(servers.map(({ end }) => end())));
      const start = async (program: string) => servers[servers.push(await serveRelease(program, env)) - 1]!;

      const before = await start(old);
      const [link] = (await command(old, env, 'sign-in')).split('\n');
      const check = await takeAll(originOf(env), link!);
      await check();
      await before.end();
      const copy = join(folder, `copy-${commit}`);
      await command(root, env, 'backup', copy);

      const now = await start(root);
      await check();
      const index = await fetch(`${originOf(env)}/api/agent/content-index?limit=50`);
      assert.ok((await index.text()).includes(idOf('first-river', 1)));
      await now.end();

      await command(root, env, 'restore', copy);
      await rm(env.DIST_DIR!, { recursive: true });
      await start(old);
      await check();
    });

  test('npm run upgrade switches a room that runs and takes it back, and each version works on the store of the other', async (t) => {
    const origin = await cloneAt(join(folder, 'origin'), 'HEAD');
    const program = await cloneAt(join(folder, 'program'), 'HEAD', origin);
    await commitNext(origin, '99.0.0');
    const env = await roomIn(program);
    const room = await serveIn(program, env, 'scripts/setup.mjs', 'start');
    t.after(room.end);
    const [link] = (await command(program, env, 'sign-in')).split('\n');
    const check = await takeAll(originOf(env), link!);
    const moods = () => count(env, 'bookings where mood is null').catch(() => 'no such column');
    assert.equal(await moods(), 'no such column');

    const said = await command(program, env, 'upgrade');
    assert.match(said, /Switched to 99\.0\.0/);
    assert.equal(await moods(), 1);
    await check();

    assert.match(await command(program, env, 'upgrade', '--back'), /Back at \d[\s\S]*The room is ready/);
    assert.match(await git(program, 'log', '-1', '--format=%s'), /^(?!Version 99)/);
    await check();
    assert.equal(await moods(), 1);
  });

  test('a version and the one before work side by side on one PostgreSQL; the one started last builds', async (t) => {
    const next = await cloneAt(join(folder, 'next'), 'HEAD');
    await commitNext(next, '99.0.0');
    const postgres = await startPostgres();
    t.after(postgres.stop);
    const env = await roomIn(join(folder, 'shared'), { DATABASE_URL: postgres.url });
    const other = { ...env, PORT: String(await freePort()), BASE_URL: originOf(env) };
    const old = await serveRelease(root, env);
    t.after(() => old.end());
    const [link] = (await command(root, env, 'sign-in')).split('\n');
    const check = await takeAll(originOf(env), link!);
    const newer = await serveIn(next, other, 'sidecar/main.ts');
    t.after(() => newer.end());
    for (const at of [originOf(env), originOf(other)]) await check(at);
    const again = await takeAll(originOf(env), (await command(next, other, 'sign-in')).split('\n')[0]!);
    for (const at of [originOf(env), originOf(other)]) await again(at);

    // Started again on the store that has a step more.
    await old.end();
    const restarted = await serveIn(root, env, 'sidecar/main.ts');
    t.after(() => restarted.end());
    await until(async () => (await fetch(`${originOf(env)}/`)).status === 200, restarted.printed);
    await check();
  });
});
