// Runs test files with Node's own test runner, in processes of their own, and counts the results.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { availableParallelism } from 'node:os';
import type { Transform } from 'node:stream';
import { run as runTests, type TestsStream } from 'node:test';
import { spec as SpecReporter } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { type Io, print, printError } from '../io.ts';
import { root } from '../settings.ts';
import { inBatches } from './batches.ts';
import { limitFiles } from './file-limit.ts';
import type { RunScope } from './run-scope.ts';
import { startSharedPostgres } from './shared-postgres.ts';
import type { Tally } from './tally.ts';

/** For a test, and for a whole file. A file that takes longer is ended, and fails under its own name. */
const defaultTimeoutMs = 20 * 60_000;
const slowestShown = 8;

export interface NodeTestOptions extends Pick<RunScope, 'signal' | 'io'> {
  timeoutMs?: number;
  /** Processes at a time. */
  concurrency?: number;
  /** Folder for files that import several unit tests, so that they share processes. */
  batchesIn?: string;
}

/** One process more than there are cores: tests wait for servers and disks for a fifth of their time. */
export const wholeRun = ({ folder, ...scope }: RunScope): NodeTestOptions => ({
  ...scope,
  batchesIn: folder,
  concurrency: availableParallelism() + 1,
});

interface ProcessTime {
  files: string[];
  ms: number;
}

const nameOf = (file?: string): string => (file ? relative(root, file) : '');
const nameOfAll = ([first, ...others]: string[]): string =>
  others.length === 0 ? first! : `${first} and ${others.length} more`;

function printSlowest(io: Io, durations: ProcessTime[]): void {
  if (durations.length <= slowestShown) return;
  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
  print(io, `Slowest: ${slowest.map(({ files, ms }) => `${nameOfAll(files)} ${(ms / 1000).toFixed(1)} s`).join(', ')}`);
}

/** Maps each file that Node runs to the test files in it. Node reports results by the path that it was given. */
const processesOf = (files: string[], batchesIn?: string): Map<string, string[]> =>
  batchesIn ? inBatches(files, batchesIn) : new Map(files.map((file) => [resolve(root, file), [file]]));

/** A run that is cut off ends in the middle of its report, which is no error. */
const reporterUntil = (signal: AbortSignal): Transform =>
  new SpecReporter().on('error', (error) => {
    if (!signal.aborted) throw error;
  });

const usesPostgres = (name: string): boolean =>
  /onBothStores|startPostgres/.test(readFileSync(resolve(root, name), 'utf8'));

/** Collects what the runner tells; complete when the stream has ended. */
function countTests(io: Io, stream: TestsStream, processes: Map<string, string[]>) {
  const tally: Tally = { passed: 0, failed: 0, skipped: [] };
  const processTimes: ProcessTime[] = [];
  const silent: string[] = [];
  stream.on('test:pass', ({ name, file, skip }) => {
    // It ended with 0 in the middle of a test, or has no tests.
    if (name === file) silent.push(nameOf(file));
    if (skip !== undefined) tally.skipped.push(`${nameOf(file)}: ${name}${skip === true ? '' : `: ${skip}`}`);
  });
  stream.on('test:summary', ({ file, counts, success, duration_ms: ms }) => {
    const { passed } = counts;
    // A suite's own hook may fail when each of its tests has passed.
    const failedCount = success ? 0 : Math.max(counts.tests - passed - counts.skipped - counts.todo, 1);
    if (file) processTimes.push({ files: processes.get(file)!, ms });
    else Object.assign(tally, { passed, failed: failedCount });
  });
  return (): Tally => {
    for (const file of silent) print(io, `FAIL ${file}: it ended without having reported its tests`);
    printSlowest(io, processTimes);
    return { ...tally, passed: tally.passed - silent.length, failed: tally.failed + silent.length };
  };
}

export async function runNodeTests(
  files: string[],
  { signal, io, timeoutMs = defaultTimeoutMs, concurrency = availableParallelism(), batchesIn }: NodeTestOptions,
): Promise<Tally> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: [] };
  const names = files.map((file) => nameOf(resolve(root, file)));
  const env = names.filter(usesPostgres).length > 1 ? await startSharedPostgres(io.env) : io.env;
  const processes = processesOf(names, batchesIn);
  const stream = runTests({
    files: [...processes.keys()],
    concurrency,
    timeout: timeoutMs,
    // Otherwise a file whose `before` fails waits for ever for what it had opened until then.
    forceExit: true,
    execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'whole-report.ts')).href],
    signal,
    env,
  });
  const underWay = limitFiles(stream, timeoutMs, (line) => printError(io, line));
  signal.addEventListener('abort', () =>
    printError(io, ['Under way:', ...underWay().map((path) => nameOfAll(processes.get(path)!))].join(' ')),
  );
  const counts = countTests(io, stream, processes);
  for await (const text of stream.compose(reporterUntil(signal))) {
    // Then each file that did not run is a failure to it.
    if (signal.aborted) break;
    io.stdout.write(text as string);
  }
  return counts();
}
