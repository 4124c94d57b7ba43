import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { Settings } from '../settings/settings.ts';
import { startApp } from '../features/test-app.ts';
import { openLog, redactSecrets } from './log-lines.ts';
import { newToken } from '../storage/tokens.ts';

async function linesOf(level: Settings['logLevel'], requests: string[]): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const app = await startApp({ logTo: { write: (line) => void lines.push(line) } }, { logLevel: level });
  for (const request of requests) await app.raw(`${request}Host: x\r\nConnection: close\r\n\r\n`);
  await app.stop();
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${headers}`;

test('each finished request is one line, whichever lane it took', async () => {
  const [built, live, none] = await linesOf('info', [
    get('/api/agent/health', 'X-Request-Id: mine\r\nX-Service-Source: agent\r\n'),
    get('/api/agent/booking-request/b1?token=t', 'Sec-Fetch-Mode: navigate\r\n'),
    get('/api/agent/%zz'),
  ]);
  const { time, pid, hostname, ms, ...rest } = built!;
  assert.ok([time, pid, ms].every((value) => typeof value === 'number') && hostname);
  const said = { method: 'GET', path: '/api/agent/health', status: 200, lane: 'static', client: 'agent' };
  assert.deepEqual(rest, { level: 30, msg: 'request', reqId: 'mine', ...said });
  const { path, route, status, lane, client } = live!;
  assert.deepEqual(
    [path, route, status, lane, client],
    ['/api/agent/booking-request/b1', '/api/agent/booking-request/:requestId', 404, 'live', 'browser'],
  );
  assert.deepEqual([none!.status, none!.lane, none!.client], [400, 'live', 'program']);
});

test('at warn no request is looked at', async () => {
  assert.deepEqual(await linesOf('warn', [get('/api/agent/health')]), []);
});

test('tokens, webhook secrets and passwords do not pass into a line, wherever they stand', () => {
  const token = newToken();
  const slug = 'a-slug-that-is-as-long-as-a-token-and-even-longer-1a2b3c4d';
  const line = (secret: string) => `{"path":"/api/x/${secret}/y","err":"at ${secret}, of /articles/${slug}"}`;
  assert.equal(redactSecrets(line(token)), line('…'));
  assert.equal(redactSecrets(line(`%41${token}`)), line('…'));
  assert.equal(redactSecrets('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=='), 'whsec_…');
  assert.equal(redactSecrets('postgres://room:p4ss%40word@db/room'), 'postgres://room:…@db/room');
});

test('redos: a line full of beginnings of addresses is read once', () => {
  const line = '://a:'.repeat(400_000);
  assert.equal(redactSecrets(line), line);
});

test('text from outside does nothing to the terminal that a log is read on, and is not lost', () => {
  const lines: string[] = [];
  const log = openLog({ level: 'info', stream: { write: (line) => void lines.push(line) } });
  const said = 'x\u202egpj.exe\u2069 \u0000\u001b[2J\u009b31m';
  log.info({ said }, said);
  const [line = ''] = lines;
  assert.doesNotMatch(line, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  const read = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual([read.said, read.msg], [said, said]);
});

test('a log on a full disk stops nothing', { skip: !existsSync('/dev/full') }, () => {
  const program = `
    import { openLog } from './sidecar/http/log-lines.ts';
    const log = openLog({ level: 'info' });
    for (let n = 0; n < 3; n++) log.info('a line');
    process.stderr.write('goes on');`;
  const full = openSync('/dev/full', 'w');
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', full, 'pipe'],
    timeout: 60_000,
  });
  closeSync(full);
  assert.deepEqual([stderr.toString(), status], ['goes on', 0]);
});
