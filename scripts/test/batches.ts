// Lets test files share processes: most of the cost of a small test file is loading what it imports.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../settings.ts';
import { isEndToEnd } from './selection.ts';

/**
 * Files of one process. Loading the program takes two seconds of processor time, and the first build of a room three,
 * so that larger batches cost less and smaller ones keep all cores busy to the end.
 */
const batchSizes = { endToEnd: 30, unit: 100 };

/** The slowest files start first, each in a process of its own, so that no core is idle at the end of the run. */
export const longest = ['e2e/supervision.test.ts', 'e2e/package.test.ts'];

/** Code that would affect other test files in the same process, or run outside a suite after a top-level await. */
const changesProcess = [
  /process\.(env(\.\w+|\[[^\]]+\]) =(?!=)|chdir|memoryUsage|resourceUsage)/,
  /mock\.timers/,
  /^(const [^=]*= )?await /m,
];

function sharesProcess(file: string): boolean {
  if (longest.includes(file)) return false;
  const text = readFileSync(resolve(root, file), 'utf8');
  return !changesProcess.some((pattern) => pattern.test(text));
}

/**
 * Has a top-level await. A test file that is loaded while this is pending would register its tests in the suite of
 * another.
 */
const loadedFirst = 'site/domain/search/stems.ts';

const importOf = (file: string): string => `import(${JSON.stringify(pathToFileURL(resolve(root, file)).href)})`;

/** Each file in a suite of its own, so that its hooks run for its tests alone. */
const suites = (files: string[]): string =>
  [
    `import { describe } from 'node:test';`,
    `await ${importOf(loadedFirst)};`,
    ...files.map((file) => `describe(${JSON.stringify(file)}, () => ${importOf(file)});`),
  ].join('\n');

const chunksOf = (files: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size));

/**
 * Returns the paths that Node runs, in this order, each in a process: a test file, or one in `folder` that runs
 * several.
 */
export function inBatches(files: string[], folder: string): Map<string, string[]> {
  const { shared = [], alone = [] } = Object.groupBy(files, (file) => (sharesProcess(file) ? 'shared' : 'alone'));
  const inOrder = alone.toSorted((a, b) => Number(longest.includes(b)) - Number(longest.includes(a)));
  const processes = new Map(inOrder.map((file) => [resolve(root, file), [file]]));
  const { endToEnd = [], unit = [] } = Object.groupBy(shared, (file) => (isEndToEnd(file) ? 'endToEnd' : 'unit'));
  const batches = [...chunksOf(endToEnd, batchSizes.endToEnd), ...chunksOf(unit, batchSizes.unit)];
  for (const [at, batch] of batches.entries()) {
    const path = join(folder, `batch-${at + 1}.mjs`);
    writeFileSync(path, suites(batch));
    processes.set(path, batch);
  }
  return processes;
}
