// Parts of the program that few rooms need: packages of their own, each with its lock file, installed on first use.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { install } from './npm.mjs';
import { cacheDir, root } from './places.mjs';

/** Megabytes of free disk, with what npm keeps of it; and a package by which the part can be known. */
const parts = {
  node: { needMb: 350 },
  speech: { needMb: 400, mark: 'sherpa-onnx-node' },
  letters: { needMb: 250, mark: '@expo-google-fonts/noto-sans-jp' },
};
const lockName = 'package-lock.json';

const folderOf = (part) => join(cacheDir, 'parts', part);
const specified = (part, name) => readFileSync(join(root, 'parts', part, name), 'utf8');

/** The folder of a package of the part, also where it lies among those of the program; undefined where it is missing. */
export function findInPart(part, name) {
  for (const place of [folderOf(part), root])
    for (const folder of createRequire(join(place, '_')).resolve.paths(name) ?? [])
      if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  return undefined;
}

/** Throws an Error whose first line says what to do. */
export function installPart(part) {
  const files = { 'package.json': specified(part, 'package.json'), [lockName]: specified(part, lockName) };
  install({ folder: folderOf(part), files, needMb: parts[part].needMb });
  writeFileSync(join(folderOf(part), lockName), files[lockName]);
}

/** Those of another version of the program are installed anew when they are needed. */
export function dropOldParts() {
  for (const part of Object.keys(parts)) {
    const kept = join(folderOf(part), lockName);
    if (existsSync(kept) && readFileSync(kept, 'utf8') !== specified(part, lockName))
      rmSync(folderOf(part), { recursive: true, force: true });
  }
}

/** For the tests, which hear and set everything. */
export function installAllParts() {
  for (const [part, { mark }] of Object.entries(parts)) if (mark && !findInPart(part, mark)) installPart(part);
}
