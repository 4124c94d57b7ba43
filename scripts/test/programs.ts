// The programs that some tests run, and the Debian packages that they come from.
import { ensurePrograms } from '../debian.ts';
import { type Io, printError } from '../io.ts';
import { isBrowserTest } from './selection.ts';
import type { Tally } from './tally.ts';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from '../settings.ts';

interface Program {
  debianPackage: string;
  /** Text in a test file that shows that it needs the program. Otherwise the test checks by itself. */
  mark?: string;
}

const programs: Record<string, Program> = {
  'chromium-headless-shell': { debianPackage: 'chromium-headless-shell' },
  nginx: { debianPackage: 'nginx-light' },
  caddy: { debianPackage: 'caddy' },
  initdb: { debianPackage: 'postgresql', mark: 'await startPostgres(' },
  curl: { debianPackage: 'curl', mark: `'curl'` },
  ffmpeg: { debianPackage: 'ffmpeg', mark: `'ffmpeg'` },
  flite: { debianPackage: 'flite', mark: `'flite'` },
  'espeak-ng': { debianPackage: 'espeak-ng', mark: `'espeak-ng'` },
  '/usr/share/pocketsphinx/test/data/librivox': {
    debianPackage: 'pocketsphinx-testdata',
    mark: '/usr/share/pocketsphinx',
  },
  pdftotext: { debianPackage: 'poppler-utils', mark: `'pdftotext'` },
};

const isCi = ({ env }: Io): boolean => !['', '0', 'false'].includes(env.CI ?? '');

function runs(file: string, name: string, { mark }: Program): boolean {
  if (name === 'chromium-headless-shell') return isBrowserTest(file);
  // These skip their suites with PostgreSQL alone.
  if (name === 'initdb' && file.startsWith('sidecar/')) return false;
  return mark !== undefined && needs(file, mark);
}

export interface Runnable {
  files: string[];
  /** Results of the files that cannot run. */
  tally: Tally;
}

/**
 * Installs what is missing where this user may. Test files that need what cannot be installed are skipped; in CI, where
 * nobody reads that, each missing program is a failure.
 */
export function withoutMissing(io: Io, files: string[], names = Object.keys(programs)): Runnable {
  const packages = Object.fromEntries(names.map((name) => [name, programs[name]!.debianPackage]));
  const missing = ensurePrograms(io, packages);
  for (const name of missing)
    printError(io, `${isCi(io) ? 'FAIL' : 'MISSING'} ${name}. To install it: apt-get install ${packages[name]}`);
  const reasons = new Map(files.map((file) => [file, missing.find((name) => runs(file, name, programs[name]!))]));
  const skipped = files.filter((file) => reasons.get(file)).map((file) => `${file}: ${reasons.get(file)} is missing`);
  return {
    files: files.filter((file) => !reasons.get(file)),
    tally: { passed: 0, failed: isCi(io) ? missing.length : 0, skipped },
  };
}

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
