// Both stores for tests: SQLite in a temporary file, and a PostgreSQL of the test's own from Debian's package.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe } from 'node:test';
import { openStore, type Store } from './store.ts';

const packages = '/usr/lib/postgresql';

function programs(): string {
  const versions = readdirSync(packages).sort((a, b) => Number(a) - Number(b));
  return join(packages, versions.at(-1)!, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export interface TestPostgres {
  url: string;
  stop: () => Promise<void>;
}

/** PostgreSQL does not run as root, so root hands it to the package's own user. */
function asServerUser(folder: string): (program: string, args: string[]) => [string, string[]] {
  if (process.getuid?.() !== 0) return (program, args) => [join(programs(), program), args];
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  chownSync(folder, id('-u'), id('-g'));
  return (program, args) => ['runuser', ['-u', 'postgres', '--', join(programs(), program), ...args]];
}

export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-pg-'));
  const command = asServerUser(folder);
  const data = join(folder, 'data');
  const quiet = { cwd: folder, stdio: 'ignore' } as const;
  execFileSync(...command('initdb', ['-D', data, '-U', 'greenroom', '-A', 'trust', '-E', 'UTF8', '--no-sync']), quiet);
  const port = await freePort();
  const listen = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
  const options = [...listen, '-c', 'fsync=off', '-c', 'max_connections=200'];
  const server = spawn(...command('postgres', options), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((ready, fail) => {
    server.stderr!.on('data', (text: Buffer) => text.includes('ready to accept connections') && ready());
    server.on('exit', (code) => fail(new Error(`postgres ended with ${code}`)));
  });
  return {
    url: `postgres://greenroom@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise((done) => server.once('exit', done));
      execFileSync(...command('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']), quiet);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the same tests against both stores; `open` gives the one at hand. */
export function onBothStores(name: string, tests: (open: () => Store) => void): void {
  describe(`${name} (SQLite)`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-store-'));
    let store: Store;
    before(async () => {
      store = await openStore({ file: join(folder, 'store.db') });
    });
    after(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests(() => store);
  });
  describe(`${name} (PostgreSQL)`, () => {
    let server: TestPostgres;
    let store: Store;
    before(async () => {
      server = await startPostgres();
      store = await openStore({ databaseUrl: server.url, file: '' });
    });
    after(async () => {
      await store.close();
      await server.stop();
    });
    tests(() => store);
  });
}
