// Which files a run is about: all, those under some paths, or those that differ from the last commit.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { cwd } from 'node:process';
import { UsageError } from '../commands/command.ts';
import { root } from '../settings.ts';

/** A test of `npm run soak` alone may lie next to the code that it tests. */
const isSoakTest = (file: string): boolean => file.endsWith('.soak.test.ts');
const findTests = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/*.soak.test.ts'] }).sort();

export const unitTests = (): string[] => findTests('{site,sidecar,scripts}/**/*.test.ts');
export const browserTestFiles = (): string[] => findTests('e2e/**/*.spec.ts');
export const endToEndTests = (): string[] => findTests('e2e/**/*.test.ts');
export const soakTests = (): string[] => globSync('{site,sidecar,scripts,e2e}/**/*.soak.test.ts', { cwd: root }).sort();

export const isNodeTest = (file: string): boolean => file.endsWith('.test.ts');
export const isBrowserTest = (file: string): boolean => file.endsWith('.spec.ts');
export const isEndToEnd = (file: string): boolean => file.startsWith('e2e/');

const isInstalled = (path: string): boolean => path.split('/').includes('node_modules');

/** The files that some paths stand for, relative to the project. Throws a UsageError when a path does not exist. */
export function filesOf(paths: string[]): string[] {
  const files = paths.flatMap((path) => {
    const full = resolve(cwd(), path);
    if (!existsSync(full)) throw new UsageError(`There is no ${path}.`);
    if (!statSync(full).isDirectory()) return [full];
    const inside = globSync('**/*', { cwd: full, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' });
    return inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  return [...new Set(files.map((file) => relative(root, file)))].filter((file) => !isInstalled(file)).sort();
}

/** Tests of `npm run soak` only where `paths` name the file itself. */
export function testFilesOf(paths: string[]): string[] {
  const namedFiles = new Set(paths.map((path) => relative(root, resolve(cwd(), path))));
  const files = filesOf(paths).filter((file) =>
    isSoakTest(file) ? namedFiles.has(file) : isNodeTest(file) || isBrowserTest(file),
  );
  if (files.length === 0) throw new UsageError(`There are no tests in ${paths.join(', ')}.`);
  return files;
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

/** Returns the files that differ from the last commit, including new ones. Throws an Error without git. */
export const changedFiles = (): string[] => [
  ...git('diff', '--name-only', '-z', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
];

/** A file's own test; otherwise the tests of its folder, or of the closest folder above it that has any. */
function unitTestsOfFile(file: string): string[] {
  if (isEndToEnd(file) || isSoakTest(file)) return [];
  if (isNodeTest(file)) return [file];
  const own = file.replace(/\.\w+$/, '.test.ts');
  if (existsSync(resolve(root, own))) return [own];
  for (let folder = dirname(file); dirname(folder) !== '.'; folder = dirname(folder)) {
    const near = findTests(join(folder, '*.test.ts'));
    if (near.length > 0) return near;
  }
  return [];
}

export const unitTestsOf = (files: string[]): string[] => [...new Set(files.flatMap(unitTestsOfFile))].sort();
