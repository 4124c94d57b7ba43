// The tests of npm run soak: those that are named *.soak.test.ts, every page in every scheme and width, and the random
// schedules of payment and builds at full length, by a seed that is printed and can be given again.
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { type Io, print } from '../io.ts';
import { buildSidecarProgram } from '../build/sidecar-program.ts';
import { runBrowserTests } from './browser-tests.ts';
import { runNodeTests } from './node-tests.ts';
import { withoutMissing } from './programs.ts';
import { runInScope } from './run-scope.ts';
import { browserTestFiles, isBrowserTest, isNodeTest, soakTests } from './selection.ts';
import { close, sum } from './tally.ts';

const hourMs = 3_600_000;

/** Random texts through everything that is made of them. */
const fuzz = [
  'scripts/ingest/normalise/fuzz.test.ts',
  'site/build/showable.test.ts',
  'site/press/pdf.test.ts',
  'sidecar/features/guests/guest-kit-sheet.test.ts',
];

export const soakFiles = (): string[] => [
  ...soakTests(),
  'e2e/fleet.test.ts',
  'e2e/hosting.test.ts',
  'e2e/package.test.ts',
  'e2e/postgres-restarts.test.ts',
  'e2e/supervision.test.ts',
  'scripts/outgoing.test.ts',
  'sidecar/features/access/schedules.test.ts',
  'sidecar/features/transcription/decode.test.ts',
  'sidecar/features/work/pass-rates.test.ts',
  'scripts/build/room-builder.test.ts',
  'scripts/review/survival.test.ts',
  ...fuzz,
  ...browserTestFiles(),
];

const nameOf = (file: string): string => basename(file).replace(/(\.soak)?\.(test|spec)\.ts$/, '');

/** Returns the soak tests with these names, such as `kills` or `fuzz`, or all of them without names. */
export const soakFilesOf = (names: string[]): string[] =>
  soakFiles().filter(
    (file) =>
      names.length === 0 || names.some((name) => nameOf(file) === name || (name === 'fuzz' && fuzz.includes(file))),
  );

/** Gives the exit code. */
export async function runSoak(io: Io, all: string[]): Promise<number> {
  const { TMPDIR = tmpdir(), FUZZ_RUNS = '3000', SOAK_SEED = String(randomInt(2 ** 31)) } = io.env;
  print(io, `Seed ${SOAK_SEED}; once more with it: SOAK_SEED=${SOAK_SEED} npm run soak`);
  const TEST_SIDECAR = await buildSidecarProgram(io);
  // Millions of items do not fit into memory.
  const env = { ...io.env, SOAK: 'long', TMPDIR, FUZZ_RUNS, SOAK_SEED, TEST_SIDECAR };
  return runInScope({ ...io, env }, 24 * hourMs, async (scope) => {
    const { files, tally } = withoutMissing(io, all);
    const { folder: _, ...rest } = scope;
    const inNode = await runNodeTests(files.filter(isNodeTest), { ...rest, timeoutMs: 6 * hourMs });
    return close(io, sum([tally, inNode, await runBrowserTests(scope, files.filter(isBrowserTest))]));
  });
}
