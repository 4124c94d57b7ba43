// Installs optional parts of the program, each into its own folder on first use.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { forPart, partNames } from './lock.mjs';
import { install } from './npm.mjs';
import { cacheDir, root } from './places.mjs';

/** Required free disk space in MB, including npm's cache. */
const needMb = { node: 350, speech: 400, letters: 420 };
const lockName = 'package-lock.json';

const partFolder = (part) => join(cacheDir, 'parts', part);

/**
 * Returns the folder of a package of the part, which may also be among the program's packages; undefined if it is
 * missing.
 */
export function findInPart(part, name) {
  for (const parent of [partFolder(part), root])
    for (const folder of createRequire(join(parent, '_')).resolve.paths(name) ?? [])
      if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  return undefined;
}

/** Installs a part. Throws an Error whose first line says what to do. */
export function installPart(part) {
  const { files } = forPart(part);
  install({ folder: partFolder(part), files, needMb: needMb[part] });
  writeFileSync(join(partFolder(part), lockName), files[lockName]);
}

function isOutdated(part) {
  const lock = join(partFolder(part), lockName);
  return existsSync(lock) && readFileSync(lock, 'utf8') !== forPart(part).files[lockName];
}

/** Updates parts that another version of the program installed. One that cannot be updated now stays as it is. */
export function updateParts() {
  for (const part of partNames.filter(isOutdated)) {
    try {
      installPart(part);
    } catch (error) {
      console.error(`Packages: ${part} could not be updated and stays at its version. ${error.message}`);
    }
  }
}
