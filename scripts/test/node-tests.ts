// Runs test files with Node's own test runner, each file in its own process, and counts the results.
import { relative, resolve } from 'node:path';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import type { Transform } from 'node:stream';
import { run as runTests } from 'node:test';
import { spec as SpecReporter } from 'node:test/reporters';
import { root } from '../settings.ts';
import { limitFiles } from './file-limit.ts';
import { startSharedPostgres } from './shared-postgres.ts';
import type { Tally } from './tally.ts';

/** For a test, and for a whole file. A file that takes longer is ended, and fails under its own name. */
const usualTimeoutMs = 10 * 60_000;
const slowestShown = 8;

export interface NodeTestOptions {
  /** Ends the processes of the test files. */
  signal: AbortSignal;
  timeoutMs?: number;
  /** Files at a time. */
  concurrency?: number;
}

interface FileTally {
  file: string;
  passed: number;
  failed: number;
  ms: number;
}

export interface NodeTally extends Tally {
  failedIn: FileTally[];
}

function printSlowest(durations: FileTally[]): void {
  if (durations.length <= slowestShown) return;
  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
  console.log(`Slowest: ${slowest.map(({ file, ms }) => `${file} ${(ms / 1000).toFixed(1)} s`).join(', ')}`);
}

/** A run that is cut off ends in the middle of its report, which is no error. */
const reporterUntil = (signal: AbortSignal): Transform =>
  new SpecReporter().on('error', (error) => {
    if (!signal.aborted) throw error;
  });

export async function nodeTests(
  files: string[],
  { signal, timeoutMs = usualTimeoutMs, concurrency = availableParallelism() }: NodeTestOptions,
): Promise<NodeTally> {
  const tally: NodeTally = { passed: 0, failed: 0, skipped: [], failedIn: [] };
  if (files.length === 0) return tally;
  if (files.filter((file) => file.startsWith('sidecar/')).length > 1) await startSharedPostgres();
  const counted: FileTally[] = [];
  const nameOf = (file?: string) => (file ? relative(root, file) : '');
  const stream = runTests({
    // Node names a file's own result by the path as given.
    files: files.map((file) => resolve(root, file)),
    concurrency,
    timeout: timeoutMs,
    // Otherwise a file whose `before` fails waits for ever for what it had opened until then.
    forceExit: true,
    signal,
  });
  const underWay = limitFiles(stream, timeoutMs);
  signal.addEventListener('abort', () => console.error(['Under way:', ...underWay().map(nameOf)].join(' ')));
  const silent: string[] = [];
  stream.on('test:pass', ({ name, file, skip }) => {
    // It ended with 0 in the middle of a test, or has no tests.
    if (name === file) silent.push(nameOf(file));
    if (skip !== undefined) tally.skipped.push(`${nameOf(file)}: ${name}${skip === true ? '' : `: ${skip}`}`);
  });
  stream.on('test:summary', ({ file, counts, success, duration_ms: ms }) => {
    const { passed } = counts;
    // A suite's own hook may fail when each of its tests has passed.
    const failed = success ? 0 : Math.max(counts.tests - passed - counts.skipped - counts.todo, 1);
    if (file) counted.push({ file: nameOf(file), passed, failed, ms });
    else Object.assign(tally, { passed, failed });
  });
  for await (const text of stream.compose(reporterUntil(signal))) {
    // Then each file that did not run is a failure to it.
    if (signal.aborted) break;
    process.stdout.write(text as string);
  }
  for (const file of silent) console.log(`FAIL ${file}: it ended without having reported its tests`);
  printSlowest(counted);
  tally.failedIn = counted.filter(({ failed }) => failed > 0);
  return { ...tally, passed: tally.passed - silent.length, failed: tally.failed + silent.length };
}
