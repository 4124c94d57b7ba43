// The licences of all packages that run by default: none may put the operator of a room under the terms of the GPL.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../settings.ts';

interface Package {
  dev?: boolean;
  devOptional?: boolean;
  license?: string | { type: string };
}
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;
const { packages } = read('package-lock.json') as { packages: Record<string, Package> };

/** Reads the licence from the installed package, or from the lock file for other platforms. */
function licenceOf(path: string, locked: Package): string {
  const own = existsSync(join(root, path, 'package.json')) ? (read(`${path}/package.json`) as Package) : locked;
  const said = own.license ?? locked.license ?? '';
  return typeof said === 'string' ? said : said.type;
}

/** A choice that has another licence is no GPL. */
const isCopyleft = (licence: string): boolean =>
  licence.split(/\bOR\b/).every((choice) => /\bA?L?GPL/.test(choice)) && licence !== '';

/** libvips is a library of its own beside sharp, which the LGPL asks for and no more. */
const isSharedLibrary = (path: string): boolean => /node_modules\/@img\/sharp-/.test(path);

test('a choice of licences is copyleft only where each of them is', () => {
  assert.deepEqual(
    ['GPL-2.0', 'LGPL-2.1-or-later', 'AGPL-3.0-only', 'MIT AND GPL-3.0', '(BSD-2-Clause OR GPL-2.0-only)', 'MIT'].map(
      isCopyleft,
    ),
    [true, true, true, true, false, false],
  );
});

test('no package that runs by default is under the GPL or the LGPL, but for the shared libraries of sharp', () => {
  const found = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !isSharedLibrary(path))
    .map(([path, locked]) => `${path}: ${licenceOf(path, locked)}`);
  assert.ok(found.length > 200, `${found.length} packages`);
  assert.deepEqual(
    found.filter((line) => isCopyleft(line.slice(line.indexOf(': ') + 2))),
    [],
  );
});
