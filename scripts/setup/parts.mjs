// Parts of the program that few rooms need, each installed into a folder of its own on first use.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { forPart, partNames } from './lock.mjs';
import { install } from './npm.mjs';
import { cacheDir, root } from './places.mjs';

/** Megabytes of free disk, with what npm keeps of it. */
const needMb = { node: 350, speech: 400, letters: 420 };
const lockName = 'package-lock.json';

const folderOf = (part) => join(cacheDir, 'parts', part);

/**
 * The folder of a package of the part, also where it lies among those of the program; undefined where it is missing.
 */
export function findInPart(part, name) {
  for (const place of [folderOf(part), root])
    for (const folder of createRequire(join(place, '_')).resolve.paths(name) ?? [])
      if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  return undefined;
}

/** Throws an Error whose first line says what to do. */
export function installPart(part) {
  const { files } = forPart(part);
  install({ folder: folderOf(part), files, needMb: needMb[part] });
  writeFileSync(join(folderOf(part), lockName), files[lockName]);
}

function isOutdated(part) {
  const lock = join(folderOf(part), lockName);
  return existsSync(lock) && readFileSync(lock, 'utf8') !== forPart(part).files[lockName];
}

/** Replaces parts that another version of the program installed. A part that cannot be replaced now stays as it is. */
export function updateParts() {
  for (const part of partNames.filter(isOutdated)) {
    try {
      installPart(part);
    } catch (error) {
      console.error(`Packages: ${part} stays at the version that is installed. ${error.message}`);
    }
  }
}
