// Other versions of the program, each in a folder of its own with the packages of this one, and what clients have
// from a room.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '../json.ts';
import { postJson } from '../room.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

export const git = async (folder: string, ...args: string[]): Promise<string> =>
  (
    await run('git', ['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@room.example', ...args])
  ).stdout.trim();

/** A clone at this commit. */
export async function cloneAt(folder: string, commit: string, from = root): Promise<string> {
  await run('git', ['clone', '--quiet', '--no-checkout', from, folder]);
  await git(folder, 'checkout', '--quiet', '-B', 'main', commit);
  await git(folder, 'branch', '--quiet', '--set-upstream-to', 'origin/HEAD').catch(() => undefined);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Commits a version after this one, whose store has a column more; `alter` may change its files further. */
export async function commitNext(folder: string, version: string, alter: () => void = () => {}): Promise<void> {
  const edit = (file: string, from: RegExp, to: string) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    assert.match(text, from);
    writeFileSync(path, text.replace(from, to));
  };
  edit('package.json', /"version": "[^"]+"/, `"version": "${version}"`);
  const step = `'999-moods': 'alter table bookings add column mood text',`;
  edit('sidecar/storage/migrations.ts', /^ {2}'170-state-tables'.*$/m, `$&\n  ${step}`);
  alter();
  await git(folder, 'commit', '--quiet', '--all', '--message', `Version ${version}`);
}

/** The program that `npm run NAME` starts there after checking the packages. */
function programOf(folder: string, name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, , program = ''] = scripts[name]!.split(' ');
  return program.endsWith('.ts') ? [program] : ['scripts/main.ts', program];
}

export async function command(
  folder: string,
  env: NodeJS.ProcessEnv,
  name: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [...programOf(folder, name), ...args], { cwd: folder, env });
  return stdout;
}

export interface Server {
  printed: () => string;
  end: () => Promise<number | null>;
}

/** `program` is run as it is there, such as sidecar/main.ts, until it answers at its port. */
export async function serveIn(folder: string, env: NodeJS.ProcessEnv, ...program: string[]): Promise<Server> {
  const child = spawn(process.execPath, program, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (printed += text));
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const isUp = async () => {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined);
    return response?.status === 200 || child.exitCode !== null;
  };
  await until(isUp, () => printed, 300_000);
  assert.equal(child.exitCode, null, printed);
  return {
    printed: () => printed,
    end: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

const post = (origin: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  postJson({ baseUrl: origin }, path, body, headers);

/** A booking, an agent's token and a session of the console: gives a check that they are all worth what they were. */
export async function takeAll(origin: string, signInLink: string): Promise<(at?: string) => Promise<void>> {
  const booked = await post(origin, '/api/agent/booking-request', { showName: 'The Long Pier' });
  const { statusUrl } = (await booked.json()) as Json;
  const registered = await post(origin, '/api/agent/register-agent-tier', { name: 'Scout' });
  const { agentToken } = (await registered.json()) as Json;
  const entered = await fetch(`${origin}/console/sign-in/link`, {
    ...{ method: 'POST', redirect: 'manual', headers: { origin } },
    body: new URLSearchParams({ link: new URL(signInLink).searchParams.get('link')! }),
  });
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  return async (at = origin) => {
    const status = new URL(statusUrl as string);
    const asked = (await (await fetch(at + status.pathname + status.search)).json()) as Json;
    assert.equal(asked.showName, 'The Long Pier');
    const kit = (headers = {}) => post(at, '/api/guest-kit', { showName: 'The Long Pier' }, headers);
    const limit = Number((await kit()).headers.get('x-ratelimit-limit'));
    for (let n = 0; n < limit; n++) await kit();
    assert.equal((await kit()).status, 429);
    assert.equal((await kit({ authorization: `Bearer ${agentToken}` })).status, 200);
    const today = await fetch(`${at}/console`, { headers: { cookie }, redirect: 'manual' });
    assert.equal(today.status, 200);
    assert.match(await today.text(), /The Long Pier/);
  };
}
