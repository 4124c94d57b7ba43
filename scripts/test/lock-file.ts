// The lock file must name the packages of every platform, or `npm ci` fails on a fresh machine.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../settings.ts';

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
}

const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
const problems = Object.entries(packages).flatMap(([path, { optionalDependencies = {}, resolved }]) => [
  ...Object.keys(optionalDependencies)
    .filter((name) => !names.has(name))
    .map((name) => `${name}, optional in ${path || 'package.json'}, is not in package-lock.json`),
  ...(resolved ? [`${path} names the host that it came from`] : []),
]);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
