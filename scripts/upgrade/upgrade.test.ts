// Tests upgrades of a small program in its own repository, next to a room that restarts on request.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { createBackup } from '../../sidecar/storage/backups/backups.ts';
import { openStore } from '../../sidecar/storage/store.ts';
import { isRestartRequested, clearRestartRequest } from '../serve/restart.ts';
import { goBack, upgrade, type UpgradeDeps } from './upgrade.ts';

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
const at = (...names: string[]) => join(folder, ...names);
const origin = at('origin');
const root = at('program');

const git = (place: string, ...args: string[]) =>
  execFileSync('git', ['-C', place, '-c', 'user.name=Test', '-c', 'user.email=test@room.example', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Records its calls and acts according to `version`: it installs, fails, or removes something from the store. */
const setup = `import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { BASE_URL, DATABASE_URL, CONTENT_DIR, DATA_DIR } = process.env;
if (!existsSync('node_modules')) {
  mkdirSync('node_modules');
  writeFileSync('node_modules/of', version);
}
const content = CONTENT_DIR && readFileSync(CONTENT_DIR + '/creator.json', 'utf8');
const call = { version, command: process.argv[2], BASE_URL, DATABASE_URL, content };
appendFileSync(${JSON.stringify(at('calls'))}, JSON.stringify(call) + '\\n');
if (version === 'unbuildable') process.exit(1);
if (version === 'contracting' && process.argv[2] === 'requests')
  new DatabaseSync(DATA_DIR + '/greenroom.db').exec("INSERT INTO kysely_migration VALUES ('999-contract-old', '2030')");
`;

const versionIn = (place: string) =>
  (JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { version: string }).version;

function commit(version: string, lock: string): void {
  writeFileSync(join(origin, 'package.json'), JSON.stringify({ type: 'module', version }));
  writeFileSync(join(origin, 'package-lock.json'), lock);
  git(origin, 'add', '.');
  git(origin, 'commit', '--quiet', '--message', version);
  git(origin, 'tag', version);
}

const room = { version: '', starts: 0 };
const server = createServer((request, response) => {
  const isWell = request.url === '/healthz' || room.version !== 'unready';
  response.writeHead(isWell ? 200 : 503).end();
});
/** Restarts the room like the supervisor. */
const look = setInterval(() => {
  if (!isRestartRequested(at('data'))) return;
  room.version = versionIn(root);
  room.starts++;
  clearRestartRequest(at('data'));
}, 20);

let deps: UpgradeDeps;
let said: string[];
before(async () => {
  for (const name of ['origin/scripts', 'content', 'data']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('content', 'creator.json'), 'the creator');
  await (await openStore({ file: at('data', 'greenroom.db') })).close();
  writeFileSync(join(origin, 'scripts', 'setup.mjs'), setup);
  writeFileSync(join(origin, '.gitignore'), 'node_modules\n.cache\n');
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  commit('one', 'lock of one');
  execFileSync('git', ['clone', '--quiet', origin, root]);
  commit('two', 'lock of two');
  for (const version of ['unready', 'unbuildable', 'contracting']) {
    git(origin, 'checkout', '--quiet', '-B', `branch-${version}`, 'one');
    commit(version, 'lock of one');
  }
  git(origin, 'checkout', '--quiet', 'main');
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules', 'of'), 'one');
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
after(() => {
  clearInterval(look);
  server.close();
  rmSync(folder, { recursive: true });
});

let copies = 0;
beforeEach(() => {
  git(root, 'reset', '--quiet', '--hard', 'one');
  writeFileSync(at('calls'), '');
  Object.assign(room, { version: 'one', starts: 0 });
  said = [];
  deps = {
    env: process.env,
    root,
    room: {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ dataDir: at('data'), stopSeconds: 30, startSeconds: 1 },
    },
    backUp: async () => {
      const copy = at(`copy-${copies++}`);
      const places = { contentDir: at('content'), storeFile: at('data', 'greenroom.db'), settingsFile: at('none') };
      await createBackup(copy, { ...places, exclusively: (work) => work(), now: () => new Date() });
      return copy;
    },
    print: (line) => said.push(line),
  };
});

const calls = () =>
  readFileSync(at('calls'), 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as Record<string, string>] : []));
const packages = () => readFileSync(join(root, 'node_modules', 'of'), 'utf8');

test('a version is tried on a copy, switched to with its packages, and left again', async () => {
  await upgrade(deps, undefined, false);
  assert.deepEqual([versionIn(root), packages(), room.version], ['two', 'two', 'two']);
  const unseen = { BASE_URL: 'http://trial.invalid', DATABASE_URL: '', content: 'the creator' };
  assert.deepEqual(calls(), [
    { version: 'two', command: 'build', ...unseen },
    { version: 'two', command: 'requests', ...unseen },
    { version: 'two', command: 'build' },
  ]);
  assert.equal(existsSync(join(root, '.cache', 'upgrade', 'next')), false);
  said = [];
  await upgrade(deps, undefined, false);
  assert.match(said.join('\n'), /^two \(\w+\) is already the newest version\.$/);

  await goBack(deps);
  assert.deepEqual([versionIn(root), packages(), room.version, room.starts], ['one', 'one', 'one', 2]);
  await assert.rejects(goBack(deps), /no version to go back to/);
});

test('a version that does not become ready is undone, and the room runs again', async () => {
  await assert.rejects(upgrade(deps, 'unready', false), /The room is not ready after the restart/);
  assert.deepEqual([versionIn(root), packages(), room.version, room.starts], ['one', 'one', 'one', 2]);
});

test('a version that cannot build the room changes nothing, and neither does a trial', async () => {
  await assert.rejects(upgrade(deps, 'unbuildable', false), /build failed with 1/);
  await upgrade(deps, 'two', true);
  assert.deepEqual([versionIn(root), packages(), room.starts], ['one', 'one', 0]);
  assert.equal(git(root, 'status', '--porcelain'), '');
});

test('the way back from a version that takes something away leads over the backup, which is named', async () => {
  await upgrade(deps, 'contracting', false);
  assert.equal(room.version, 'contracting');
  await assert.rejects(
    goBack(deps),
    new RegExp(`written by Greenroom .*restore a backup.*${at(`copy-${copies - 1}`)}`),
  );
  assert.deepEqual([versionIn(root), room.starts], ['one', 1]);
});

test('changes to the program are not overwritten; commits of the content stay', async () => {
  writeFileSync(join(root, 'package-lock.json'), 'mine');
  await assert.rejects(upgrade(deps, undefined, false), /Commit or undo them first:\n.*package-lock\.json/);
  assert.equal(readFileSync(join(root, 'package-lock.json'), 'utf8'), 'mine');
  git(root, 'checkout', '--quiet', '.');
  mkdirSync(join(root, 'content'), { recursive: true });
  writeFileSync(join(root, 'content', 'own.md'), 'mine');
  git(root, 'config', 'user.name', 'Test');
  git(root, 'config', 'user.email', 'test@room.example');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message', 'My content');
  await upgrade(deps, undefined, false);
  assert.equal(readFileSync(join(root, 'content', 'own.md'), 'utf8'), 'mine');
  assert.equal(versionIn(root), 'two');
});
