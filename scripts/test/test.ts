// What npm test does: the checks of npm run check, then the program as its clients see it: HTTP, web servers, browser.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { sidecarProgram } from '../build/sidecar-program.ts';
import { root } from '../settings.ts';
import { anotherTry } from './another-try.ts';
import { browserTests } from './browser-tests.ts';
import { nodeTests, wholeRun } from './node-tests.ts';
import { withoutMissing } from './programs.ts';
import { inRunScope, type RunScope } from './run-scope.ts';
import { browserTestFiles, endToEndTests, isBrowserTest, isEndToEnd, isNodeTest, unitTests } from './selection.ts';
import { staticChecks } from './static-checks.ts';
import { collect, runSteps } from './steps.ts';
import { close, sum, type Tally } from './tally.ts';
import { startWarmCommands } from './warm-commands.ts';

const limitMs = 40 * 60_000;

async function prepareEndToEnd(scope: RunScope): Promise<void> {
  startWarmCommands(scope);
  // What e2e/room.ts starts: the sidecar as its users run it.
  process.env.TEST_SIDECAR = await sidecarProgram();
}

/** Compiles the pages and encodes the example's pictures once; otherwise each of the first tests would do both. */
async function buildExample({ folder, signal }: RunScope): Promise<void> {
  const [content, dist, data] = ['content', 'dist', 'data'].map((name) => join(folder, 'example', name));
  cpSync(join(root, 'content', 'example'), content!, { recursive: true });
  const folders = { CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: data };
  const { code, output } = await collect(process.execPath, ['scripts/main.ts', 'build'], signal, folders);
  if (code !== 0) throw new Error(`The example cannot be built: ${output}`);
}

async function testFiles(files: string[], scope: RunScope): Promise<Tally[]> {
  if (files.some(isEndToEnd)) await prepareEndToEnd(scope);
  return [await nodeTests(files.filter(isNodeTest), scope), await browserTests(scope, files.filter(isBrowserTest))];
}

/** Two queues side by side. The long files come first, so that no core is idle at the end. */
async function testAll(scope: RunScope): Promise<Tally[]> {
  const { files, tally } = withoutMissing([...endToEndTests(), ...unitTests(), ...browserTestFiles()]);
  await prepareEndToEnd(scope);
  const checksAndBrowser = async () => [
    await runSteps(staticChecks, scope.signal),
    await browserTests(scope, files.filter(isBrowserTest), ['--retries=1']),
  ];
  const nodeFiles = async () => {
    await buildExample(scope);
    return nodeTests(files.filter(isNodeTest), wholeRun(scope));
  };
  const [others, tests] = await Promise.all([checksAndBrowser(), nodeFiles()]);
  return [tally, ...others, ...(await anotherTry(tests, scope))];
}

/** Runs these test files, or everything. Gives the exit code. */
export const test = (files?: string[]): Promise<number> =>
  inRunScope(limitMs, async (scope) => close(sum(await (files ? testFiles(files, scope) : testAll(scope)))));
