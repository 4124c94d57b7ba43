// Hearing: processor time and memory of the engine, its cold start, and how long other requests take beside it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { treeOf } from '../process-tree.ts';
import { cpuSecondsOf, peakMiBOf } from './children.ts';
import type { Row } from './report.ts';
import { withRoom } from './rooms.ts';
import { fetchRaw } from './servers.ts';

const items = 100;
const pauseMs = 50;
/** For what the machine does without it. */
const aloneMs = 10_000;

interface Recordings {
  short: string;
  long: string;
  host: string;
  stop: () => void;
}

/** Five readings for LibriVox of Debian's pocketsphinx-testdata, once and again and again. */
async function recordings(): Promise<Recordings> {
  const from = '/usr/share/pocketsphinx/test/data/librivox';
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-speech-'));
  const inputs = readdirSync(from).filter((name) => name.endsWith('.wav'));
  const createRecording = (all: string[]): Buffer => {
    const args = all.flatMap((name) => ['-i', join(from, name)]);
    const concatFilter = `concat=n=${all.length}:v=0:a=1`;
    const file = join(folder, `${all.length}.mp3`);
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...args, '-filter_complex', concatFilter, file]);
    return readFileSync(file);
  };
  const files = new Map([
    ['/short.mp3', createRecording(inputs.slice(1, 2))],
    ['/long.mp3', createRecording(Array.from({ length: 6 }, () => inputs).flat())],
  ]);
  rmSync(folder, { recursive: true });
  const server = createServer((request, response) => response.end(files.get(request.url!)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  return { short: `${url}/short.mp3`, long: `${url}/long.mp3`, host, stop: () => server.close() };
}

/** The engine's process, by what Linux says of the children of `pid`. */
function engineOf(pid: number): number {
  const enginePid = treeOf(pid).find((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('engine-process'));
  if (!enginePid) throw new Error('the engine does not run');
  return enginePid;
}

async function hear(origin: string, sourceUrl: string): Promise<{ seconds: number; durationSeconds: number }> {
  const started = performance.now();
  const response = await fetch(`${origin}/api/agent/transcribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceUrl, language: 'en' }),
  });
  const answer = (await response.json()) as { durationSeconds: number };
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return { seconds: (performance.now() - started) / 1000, durationSeconds: answer.durationSeconds };
}

/** Milliseconds of the slowest but one percent of requests while `work` is under way. */
async function p99Beside(origin: string, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  work.finally(() => (isOver = true)).catch(() => undefined);
  const times: number[] = [];
  while (!isOver) {
    const started = performance.now();
    await fetchRaw(`${origin}/api/agent/content-index?limit=20&offset=${times.length % 50}`);
    times.push(performance.now() - started);
    await sleep(pauseMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

export async function measureTranscription(): Promise<Row[]> {
  const spoken = await recordings();
  try {
    return await withRoom(items, {}, async ({ sidecar: { origin, pid } }) => {
      const p99Idle = await p99Beside(origin, sleep(aloneMs));
      const cold = await hear(origin, spoken.short);
      const engine = engineOf(pid);
      const before = cpuSecondsOf(engine);
      const hearing = hear(origin, spoken.long);
      const p99 = await p99Beside(origin, hearing);
      const { durationSeconds } = await hearing;
      const cpu = (cpuSecondsOf(engine) - before) / durationSeconds;
      return [
        { items, name: 'hearing: CPU for a second of sound', value: cpu, unit: 's' },
        { items, name: 'hearing: peak memory of the engine', value: peakMiBOf(engine), unit: 'MiB' },
        { items, name: 'hearing: cold start and 3 s of sound', value: cold.seconds, unit: 's' },
        {
          items,
          name: 'other requests beside it, p99',
          value: p99,
          unit: 'ms',
          comparison: { alone: { value: p99Idle } },
        },
      ];
    });
  } finally {
    spoken.stop();
  }
}
