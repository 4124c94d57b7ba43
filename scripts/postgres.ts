// Runs a PostgreSQL server for tests. Prints its address and stops when standard input ends, so that no server survives
// its parent. A line `restart fast` or `restart immediate` on standard input restarts it; the address is printed again.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

const packages = '/usr/lib/postgresql';

function programs(): string {
  const versions = readdirSync(packages).sort((a, b) => Number(a) - Number(b));
  return join(packages, versions.at(-1)!, 'bin');
}

/**
 * Returns how to start a program of the server. PostgreSQL refuses to run as root, so root uses the user of the
 * package.
 */
function asServerUser(folder: string): (program: string, args: string[]) => [string, string[]] {
  if (process.getuid?.() !== 0) return (program, args) => [join(programs(), program), args];
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  chownSync(folder, id('-u'), id('-g'));
  return (program, args) => ['runuser', ['-u', 'postgres', '--', join(programs(), program), ...args]];
}

const folder = mkdtempSync(join(tmpdir(), 'greenroom-pg-'));
const command = asServerUser(folder);
const data = join(folder, 'data');
const quiet = { cwd: folder, stdio: 'ignore' } as const;
// The locale C is available everywhere and is the strictest test of sorting and letter case.
const make = ['-D', data, '-U', 'greenroom', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
execFileSync(...command('initdb', make), quiet);
const port = await freePort();
const listen = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
const options = [...listen, '-c', 'fsync=off', '-c', 'max_connections=200'];
const address = `postgres://greenroom@127.0.0.1:${port}/postgres`;
const ready = 'ready to accept connections';
const stop = (mode: string): void =>
  void execFileSync(...command('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop']), quiet);
let state: 'starting' | 'running' | 'restarting' | 'ending' = 'starting';

function checkStart(): void {
  if (state === 'ending') return stop('immediate');
  state = 'running';
  console.log(address);
}

function start(): void {
  const server = spawn(...command('postgres', options), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr!.on('data', (text: Buffer) => {
    if (log.includes(ready)) return;
    log += text;
    if (log.includes(ready)) checkStart();
  });
  server.on('exit', (code) => {
    if (state === 'restarting') return start();
    rmSync(folder, { recursive: true, force: true });
    if (code) console.error(log);
    process.exit(code ?? 1);
  });
}

function end(): void {
  const isRunning = state === 'running';
  state = 'ending';
  try {
    if (isRunning) stop('immediate');
  } catch {
    // The server is already stopping, because Ctrl-C in a terminal also reaches it.
  }
}

// Ctrl-C in a terminal also reaches the server. This process ends after it.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const mode = /^restart (fast|immediate)$/.exec(line)?.[1];
    if (!mode) return;
    state = 'restarting';
    stop(mode);
  })
  .on('close', end);
start();
