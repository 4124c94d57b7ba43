// What holds for every command of package.json: help changes nothing, and an argument that makes no sense is refused.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import program from '../../package.json' with { type: 'json' };
import { root } from '../settings.ts';
import { type CommandName, commands } from './table.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-commands-'));
  await cp(join(root, 'content', 'example', 'creator.json'), join(folder, 'content', 'creator.json'));
});
after(() => rm(folder, { recursive: true }));

function run(...args: string[]) {
  const env = {
    ...process.env,
    CONTENT_DIR: join(folder, 'content'),
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
  };
  return new Promise<{ code: unknown; out: string; err: string }>((done) => {
    execFile(process.execPath, [join(root, 'scripts', 'main.ts'), ...args], { env, cwd: folder }, (error, out, err) =>
      done({ code: error ? error.code : 0, out, err }),
    );
  });
}

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

/** What a command could write without being told where. */
const namesInProgram = () => readdir(root);

for (const name of Object.keys(program.scripts)) {
  test(`${name} explains itself, refuses what it does not understand, and changes nothing by either`, async () => {
    const before = [await filesIn(folder), await namesInProgram()];
    const [help, odd] = await Promise.all([run(name, '--help'), run(name, '--nonsense')]);
    assert.deepEqual([help.code, help.err], [0, '']);
    assert.match(help.out, new RegExp(`^.+\\n\\n  npm run ${name}\\b`));
    assert.match(
      help.out,
      /\n {2}--help +this text.*\n[^]*\nEnds with\n {2}0 {2,3}.*\n[^]*\n {2}2 {2,3}the arguments make/,
    );
    assert.deepEqual([odd.code, odd.out], [2, '']);
    assert.match(odd.err, new RegExp(`^npm run ${name}: .*--nonsense.* See npm run ${name} -- --help\\n$`));
    assert.deepEqual([await filesIn(folder), await namesInProgram()], before);
  });
}

test('an argument without a name is refused where a command takes none', async () => {
  for (const name of ['start', 'build', 'serve', 'ingest', 'requests', 'members', 'sign-in', 'doctor']) {
    const { code, err } = await run(name, 'stray');
    assert.equal(code, 2, name);
    assert.match(err, new RegExp(`^npm run ${name}: Unexpected argument 'stray'\\.? See .*\\n$`));
  }
});

test('arguments that contradict each other, or lack what they need, are refused before anything is opened', async (t) => {
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
  const said: string[] = [];
  t.mock.method(console, 'error', (line: string) => said.push(line));
  for (const line of senseless) {
    const [name = '', ...args] = line.split(' ');
    assert.equal(await (await commands[name as CommandName]()).run(name, args), 2, line);
    assert.match(said.pop() ?? '', /^npm run [^\n]*$/, line);
    assert.deepEqual(said, [], line);
  }
  assert.deepEqual(await filesIn(folder), before);
});

test('a name that is no command is answered with the list of commands', async () => {
  const { code, err } = await run('constructor');
  assert.equal(code, 2);
  assert.match(err, /^There is no command "constructor": give one of start, init,.*\n$/);
});

test('Ctrl-C ends a command at once, and the first step tells it by its exit code', async () => {
  const child = execFile(process.execPath, [join(root, 'scripts', 'setup.mjs'), 'bench', '--only', 'filter']);
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)));
  await new Promise((begun) => child.stdout!.once('data', begun));
  child.kill('SIGINT');
  assert.equal(await ended, 130);
});

test('where npm is ended while packages are installed, nothing is started', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  for (const name of ['scripts', 'node_modules', 'bin']) mkdirSync(at(name));
  cpSync(join(root, 'scripts', 'setup.mjs'), at('scripts/setup.mjs'));
  writeFileSync(at('package-lock.json'), '{}');
  writeFileSync(at('scripts/main.ts'), `import { writeFileSync } from 'node:fs'; writeFileSync('started', '');`);
  const install = '#!/bin/sh\n: > installing; while [ ! -e done ]; do sleep 0.05; done\n';
  writeFileSync(at('bin/npm'), install, { mode: 0o755 });
  const env = { ...process.env, npm_lifecycle_event: 'serve', PATH: `${at('bin')}:${process.env.PATH}` };
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/setup.mjs serve; :`], { cwd: folder, env });
  // Open for as long as the first step, or what it started, still runs.
  const ended = once(shell.stdout.resume(), 'end');
  while (!existsSync(at('installing')) && shell.exitCode === null) await sleep(20);
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  writeFileSync(at('done'), '');
  await ended;
  assert.ok(!existsSync(at('started')));
});

test('every command is in the table, and no other', () => {
  assert.deepEqual(Object.keys(commands).sort(), Object.keys(program.scripts).sort());
  for (const [name, line] of Object.entries(program.scripts)) assert.equal(line, `node scripts/setup.mjs ${name}`);
});
