// Which test files run a program: those that name it, or import a helper of the tests that does.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from '../settings.ts';

/** The program's own code names programs, too, and does without those that are missing. */
const isHelper = (file: string): boolean => file.startsWith('e2e/') || basename(file).startsWith('test-');

function withHelpers(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(resolve(root, file), 'utf8').matchAll(/ from '(\.{1,2}\/[^']+\.ts)'/g);
  for (const [, path] of imports) {
    const helper = join(dirname(file), path!);
    if (isHelper(helper)) withHelpers(helper, seen);
  }
  return seen;
}

/** `mark` is how code that needs the program can be known: `'flite'`. */
export const needs = (file: string, mark: string): boolean =>
  [...withHelpers(file)].some((path) => readFileSync(resolve(root, path), 'utf8').includes(mark));
