// npm test: the checks of npm run check, then the running program over HTTP, behind web servers and in a browser.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildAndSwitch } from '../build/build.ts';
import { buildSidecarProgram } from '../build/sidecar-program.ts';
import type { Io } from '../io.ts';
import { runBrowserTests } from './browser-tests.ts';
import { runNodeTests, wholeRun } from './node-tests.ts';
import { withoutMissing } from './programs.ts';
import { runInScope, type RunScope } from './run-scope.ts';
import { browserTestFiles, endToEndTests, isBrowserTest, isEndToEnd, isNodeTest, unitTests } from './selection.ts';
import { root } from '../settings.ts';
import { staticChecks } from './static-checks.ts';
import { runSteps } from './steps.ts';
import { close, sum, type Tally } from './tally.ts';

const limitMs = 40 * 60_000;

/** Gives the folder of a room with the example, which tests copy: its pages are compiled and its pictures encoded. */
async function buildExample(io: Io, folder: string): Promise<string> {
  const room = join(folder, 'example');
  const content = join(room, 'content');
  const dist = join(room, 'dist');
  const data = join(room, 'data');
  cpSync(join(root, 'content', 'example'), content!, { recursive: true });
  const env = { ...io.env, CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: data, BASE_URL: 'http://127.0.0.1:1' };
  let output = '';
  const collected = { write: (text: string | Uint8Array) => (output += text) };
  const code = await buildAndSwitch({ ...io, env, stdout: collected, stderr: collected });
  if (code !== 0) throw new Error(`The example cannot be built: ${output}`);
  return room;
}

/** Makes once what many end-to-end tests start from: the sidecar as its users run it, and the built example. */
async function prepareEndToEnd({ io, ...scope }: RunScope): Promise<RunScope> {
  const env = {
    ...io.env,
    TEST_SIDECAR: await buildSidecarProgram(io),
    TEST_EXAMPLE: await buildExample(io, scope.folder),
  };
  return { ...scope, io: { ...io, env } };
}

async function testFiles(files: string[], scope: RunScope): Promise<Tally[]> {
  const prepared = files.some(isEndToEnd) ? await prepareEndToEnd(scope) : scope;
  return [
    await runNodeTests(files.filter(isNodeTest), prepared),
    await runBrowserTests(prepared, files.filter(isBrowserTest)),
  ];
}

/** Two queues side by side. The long files come first, so that no core is idle at the end. */
async function testAll(scope: RunScope): Promise<Tally[]> {
  const { files, tally } = withoutMissing(scope.io, [...endToEndTests(), ...unitTests(), ...browserTestFiles()]);
  const preparing = prepareEndToEnd(scope);
  const runChecksAndBrowser = async () => [
    await runSteps(staticChecks, scope),
    await runBrowserTests(await preparing, files.filter(isBrowserTest)),
  ];
  const [others, tests] = await Promise.all([
    runChecksAndBrowser(),
    preparing.then((prepared) => runNodeTests(files.filter(isNodeTest), wholeRun(prepared))),
  ]);
  return [tally, ...others, tests];
}

/** Runs these test files, or everything. Gives the exit code. */
export const test = (io: Io, files?: string[]): Promise<number> =>
  runInScope(io, limitMs, async (scope) => close(io, sum(await (files ? testFiles(files, scope) : testAll(scope)))));
