// The container of scripts/deploy, built and run by Buildah without a registry of images: a Debian with the Node of
// this run stands in for the base image. Takes minutes and hundreds of megabytes from the registries of npm and
// Debian, so soak alone runs it.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { after, test, type TestContext } from 'node:test';
import { freePort } from '../room.ts';
import { until } from '../until.ts';

const root = resolve(import.meta.dirname, '../..');
const baseImage = 'docker.io/library/node:24-slim';
const image = 'localhost/greenroom';
/** The user of the base image. */
const nodeId = 1000;

const folder = mkdtempSync(join(tmpdir(), 'greenroom-container-'));
after(() => {
  if (existsSync(join(folder, 'images'))) buildah('rm', '--all');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
const buildah = (...args: string[]): string => run('buildah', ...storage, ...args);

function missing(): string | false {
  if (process.getuid?.() !== 0) return 'only root builds without a container around it';
  const programs = ['buildah', 'mmdebstrap'].filter((name) => spawnSync(name, ['--version']).status !== 0);
  return programs.length > 0 && `${programs.join(' and ')} missing`;
}

/** Settings for reaching the registries, available to each build step but stored in no image. */
const ofThisMachine = ['/etc/ssl/certs', '/etc/apt', join(homedir(), '.npmrc')]
  .filter((path) => existsSync(path))
  .flatMap((path) => ['--volume', `${path}:${path}:ro`]);

/** Debian with Node, npm and a user named node: what the Containerfile expects of the image that it begins with. */
function makeBase(): void {
  const base = join(folder, 'base');
  const debian = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))![1]!;
  run('mmdebstrap', '--variant=minbase', '--include=ca-certificates', debian, base);
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'));
  const npm = dirname(dirname(run('realpath', run('which', 'npm'))));
  mkdirSync(join(base, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'));
  run('chroot', base, 'useradd', '--uid', String(nodeId), '--create-home', 'node');
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, base, '/');
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
  buildah('commit', '--quiet', '--rm', container, baseImage);
  rmSync(base, { recursive: true });
}

/** Finds the main process of the container, because Buildah does not forward signals. */
function firstProcess(port: string): number {
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'latin1');
    } catch {
      return '';
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isFirst = (pid: string) =>
    /^([^\0]*\/)?tini\0/.test(read(pid, 'cmdline')) && read(pid, 'environ').includes(`PORT=${port}\0`);
  return Number(pids.find(isFirst));
}

interface Inspected {
  Docker: {
    config: {
      User: string;
      Volumes: Record<string, object>;
      Healthcheck: { Test: string[] };
      Entrypoint: string[];
      Cmd: string[];
    };
  };
}

/** Runs the image as configured, without a network of its own. */
function start(t: TestContext, { User, Entrypoint, Cmd, Healthcheck }: Inspected['Docker']['config'], port: string) {
  const room = join(folder, 'room');
  mkdirSync(room);
  chownSync(room, nodeId, nodeId);
  const settings = ['--env', `PORT=${port}`, '--env', 'INGEST_MINUTES=0', '--volume', `${room}:/room`, '--user', User];
  const container = buildah('from', '--pull-never', image);
  const inside = (command: string[]) => [
    ...storage,
    'run',
    '--isolation',
    'chroot',
    ...settings,
    container,
    '--',
    ...command,
  ];
  const child = spawn('buildah', inside([...Entrypoint, ...Cmd]));
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  t.after(() => {
    const first = firstProcess(port);
    if (first) process.kill(first, 'SIGKILL');
  });
  const isHealthy = () => spawnSync('buildah', inside(Healthcheck.Test.slice(1))).status === 0;
  return { child, isHealthy, said: () => said, user: () => run('buildah', ...inside(['id', '-un'])) };
}

test(
  'the container is built, serves a room as a user of its own, is healthy, and ends when it is told',
  { skip: missing() },
  async (t) => {
    makeBase();
    const options = [
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--pull-never',
      '--format',
      'docker',
      ...ofThisMachine,
    ];
    buildah('build', ...options, '--file', join(root, 'scripts/deploy/Containerfile'), '--tag', image, root);
    const { config } = (JSON.parse(buildah('inspect', '--type', 'image', image)) as Inspected).Docker;
    assert.deepEqual([config.User, Object.keys(config.Volumes)], ['node', ['/room']]);

    const port = String(await freePort());
    const { child, isHealthy, said, user } = start(t, config, port);
    assert.equal(user(), 'node');
    await until(() => child.exitCode !== null || isHealthy(), said, 300_000);
    for (const path of ['/', '/api/agent', '/docs', '/console/sign-in'])
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, `${path}: ${said()}`);
    const ended = new Promise((done) => child.once('exit', done));
    process.kill(firstProcess(port), 'SIGTERM');
    await ended;
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
  },
);
