// The checks that read the code without running it: lock file, format, lint, import rules, types.
import process from 'node:process';
import { bin, type Step } from './steps.ts';

const lintable = /\.(ts|mjs|js)$/;
const parts = ['site', 'scripts', 'sidecar', 'e2e'];

/** Checks only files changed since they last passed; both tools look at one file at a time. */
const remembered = (name: string): string[] => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=node_modules/.cache/${name}`,
];

export const staticChecks: Step[] = [
  { name: 'lock file', command: process.execPath, args: ['scripts/test/lock-file.ts'] },
  { name: 'format', command: bin('prettier'), args: ['--check', '--log-level=warn', ...remembered('format'), '.'] },
  { name: 'lint', command: bin('eslint'), args: [...remembered('lint'), '.'] },
  { name: 'import rules', command: bin('depcruise'), args: ['--output-type=err', ...parts] },
  // The TypeScript in Go: it takes a third of the time, but knows no .astro files.
  {
    name: 'types',
    command: process.execPath,
    args: [
      'node_modules/typescript-native/bin/tsc',
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.json',
      // Several checkers would each work out the types that files share.
      '--checkers',
      '1',
    ],
  },
  { name: 'types of pages', command: bin('astro'), args: ['check', '--silent', '--tsconfig', 'site/tsconfig.json'] },
];

/**
 * The checks that can look at some files alone, and that take seconds. Types need the whole project. What they
 * remember is apart from that of a whole run, since both tools forget files that they were not given.
 */
export function staticChecksOf(files: string[]): Step[] {
  const code = files.filter((file) => lintable.test(file));
  const format = ['--check', '--log-level=warn', '--ignore-unknown', ...remembered('format-paths'), ...files];
  const lint = ['--no-warn-ignored', ...remembered('lint-paths'), ...code];
  const steps = [{ name: 'format', command: bin('prettier'), args: format, on: files }];
  steps.push({ name: 'lint', command: bin('eslint'), args: lint, on: code });
  return steps.filter(({ on }) => on.length > 0);
}
