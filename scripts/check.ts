// npm run check: lock file, format, lint, import rules, types, unit tests. Prints what failed and a closing line.
import { exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

export interface Tally {
  passed: number;
  failed: number;
}

const bin = (name: string) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

const steps: [string, string, string[]][] = [
  ['lock file', process.execPath, ['scripts/lock-file.ts']],
  ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['lint', bin('eslint'), ['.']],
  ['import rules', bin('depcruise'), ['--output-type=err', 'site', 'scripts', 'sidecar', 'e2e']],
  ['types', bin('astro'), ['check', '--silent']],
];

/** Runs node's own tests and counts them. */
export async function nodeTests(...patterns: string[]): Promise<Tally> {
  let output = '';
  const code = await run(process.execPath, ['--test', '--test-reporter=spec', ...patterns], (text) => (output += text));
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const [passed, failed] = [count('pass'), count('fail') + count('cancelled')];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

export async function check(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const [name, command, args] of steps) {
    const code = await run(command, args);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    tally[code === 0 ? 'passed' : 'failed']++;
  }
  const unit = await nodeTests('{site,sidecar,scripts}/**/*.test.ts');
  return { passed: tally.passed + unit.passed, failed: tally.failed + unit.failed };
}

export function close({ passed, failed }: Tally): never {
  console.log(`${passed} passed, ${failed} failed`);
  exit(failed === 0 && passed > 0 ? 0 : 1);
}

if (process.argv[1] === import.meta.filename) close(await check());
