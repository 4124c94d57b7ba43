// Rules for every command of package.json: help changes nothing, and unknown arguments are refused.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import program from '../../package.json' with { type: 'json' };
import { root } from '../settings.ts';
import { runInMemory } from '../test-io.ts';
import type { CommandName } from './command.ts';
import { commandNames } from './table.ts';

let folder: string;
let env: NodeJS.ProcessEnv;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-commands-'));
  await cp(join(root, 'content', 'example', 'creator.json'), join(folder, 'content', 'creator.json'));
  const places = ['content', 'dist', 'data'].map((name) => [`${name.toUpperCase()}_DIR`, join(folder, name)]);
  env = { PATH: process.env.PATH, ...Object.fromEntries(places) };
});
after(() => rm(folder, { recursive: true }));

function spawned(...args: string[]) {
  return new Promise<{ code: unknown; out: string; err: string }>((done) => {
    execFile(
      process.execPath,
      [join(root, 'scripts', 'main.ts'), ...args],
      { cwd: folder, env, maxBuffer: 1 << 24 },
      (error, out, err) => done({ code: error ? error.code : 0, out, err }),
    );
  });
}

const run = (name: CommandName, ...args: string[]) => runInMemory(env, name, ...args);

/** Every file below the folder, with its size and time. */
async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(path);
    return `${path} ${entry.isFile() ? `${size} ${mtimeMs}` : ''}`;
  });
  return (await Promise.all(lines)).sort();
}

/** Files that a command could write without an argument. */
const namesInProgram = () => readdir(root);

/** `prepack` is no command: it keeps `npm pack` from packing the checkout itself. */
const { prepack, ...scripts } = program.scripts;

for (const name of Object.keys(scripts) as CommandName[]) {
  test(`${name} explains itself, refuses what it does not understand, and changes nothing by either`, async () => {
    const before = [await filesIn(folder), await namesInProgram()];
    const help = await run(name, '--help');
    assert.deepEqual([help.code, help.err], [0, '']);
    assert.match(help.out, new RegExp(`^.+\\n\\n  npm run ${name}\\b`));
    assert.match(
      help.out,
      /\n {2}--help +show this help\n[^]*\nExit codes\n {2}0 {2,3}.*\n(?:.*\n)* {2}2 {2,3}an argument is not valid/,
    );
    const odd = await run(name, '--nonsense');
    assert.deepEqual([odd.code, odd.out], [2, '']);
    assert.match(odd.err, new RegExp(`^npm run ${name}: .*--nonsense.* See npm run ${name} -- --help\\n$`));
    assert.deepEqual([await filesIn(folder), await namesInProgram()], before);
  });
}

test('a command ends with the code, and prints to the stream, that its record says', async () => {
  const [help, odd] = await Promise.all([spawned('sign-in', '--help'), spawned('doctor', '--nonsense')]);
  assert.deepEqual([help.code, help.err, odd.code, odd.out], [0, '', 2, '']);
  assert.match(help.out, /npm run sign-in/);
  assert.match(odd.err, /^npm run doctor: .*--nonsense/);
});

test('an argument without a name is refused where a command takes none', async () => {
  for (const name of ['start', 'build', 'serve', 'ingest', 'requests', 'members', 'sign-in', 'doctor'] as const) {
    const { code, err } = await run(name, 'stray');
    assert.equal(code, 2, name);
    assert.match(err, new RegExp(`^npm run ${name}: Unexpected argument 'stray'\\.? See .*\\n$`));
  }
});

test('arguments that contradict each other, or lack what they need, are refused before anything is opened', async () => {
  const before = await filesIn(folder);
  const senseless = [
    'requests --approve a --reject b',
    'requests --status confirmed',
    'requests --booking a --status gone',
    'requests --booking a --status confirmed --starts soon',
    'members --block bad.example --unblock bad.example',
    'members --reason why',
    'members --block https://',
    'transcribe --approve',
    'transcribe --list some-id',
    'transcribe --list --reject',
    'restore',
    'restore one two',
    'backup one two',
    'bench --only everything',
    'bench --sizes few',
    'ingest --feed a --feed b',
    'requests --booking',
    'doctor --help=yes',
  ];
  for (const line of senseless) {
    const [name = '', ...args] = line.split(' ');
    const { code, err } = await run(name as CommandName, ...args);
    assert.equal(code, 2, line);
    assert.match(err, /^npm run [^\n]*\n$/, line);
  }
  assert.deepEqual(await filesIn(folder), before);
});

test('a name that is no command is answered with the list of commands', async () => {
  const { code, err } = await spawned('constructor');
  assert.equal(code, 2);
  assert.match(err, /^Unknown command "constructor"\. Use one of start, init,.*\n$/);
});

test('Ctrl-C ends a command at once, and the first step tells it by its exit code', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => (silent.closeAllConnections(), silent.close()));
  await once(silent, 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/feed`;
  const feeds = {
    allowPrivateHosts: ['127.0.0.1'],
    feeds: [{ id: 'letters', url, title: 'Letters', type: 'article', review: 'manual' }],
  };
  await writeFile(join(folder, 'content', 'feeds.json'), JSON.stringify(feeds));
  const child = execFile(process.execPath, [join(root, 'scripts', 'setup.mjs'), 'ingest'], { env });
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  await once(silent, 'request');
  child.kill('SIGINT');
  assert.equal(await ended, 130);
});

test('every command is in the table, and no other', () => {
  assert.deepEqual(commandNames.toSorted(), Object.keys(scripts).sort());
  assert.match(prepack, /npm run package.* exit 1$/);
  for (const [name, line] of Object.entries(scripts)) assert.equal(line, `node scripts/setup.mjs ${name}`);
});

test('output that exceeds the buffer of a pipe is printed completely', async () => {
  const { code, out } = await spawned('licences');
  assert.equal(code, 0);
  assert.ok(out.length > 500_000, `${out.length} characters`);
  for (const name of ['astro', 'ws']) assert.match(out, new RegExp(`\\n${name} [\\d.]+ \\(MIT\\)\\n`));
});
