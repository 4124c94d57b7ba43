// Folders of the program, of the room, and of the files that the program creates for itself.
import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A version that `npm run upgrade` tries lies below the program whose place it takes (scripts/upgrade/switch.ts). */
const upgradeFolder = join(sep, '.cache', 'upgrade', 'next');

/** The program whose packages give way to those that are installed here: mostly this one. */
export const replaced = root.endsWith(upgradeFolder) ? root.slice(0, -upgradeFolder.length) : root;

/** Installed by npm into somebody's folder, not checked out. */
export const isPackage = root.split(sep).includes('node_modules');

/** A package brings compiled code in the place of the source, and where that came from. */
export const isCompiled = !existsSync(join(root, 'scripts', 'main.ts'));

export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Relative paths in the settings are resolved against this folder. */
export const roomDir = resolve(process.env.ROOM_DIR || (isPackage ? process.cwd() : root));

/** Compiled pages, packages that few rooms need, and what Node has compiled. */
export const cacheDir = resolve(
  process.env.CACHE_DIR ||
    (isPackage || !isWritable(root)
      ? join(resolve(roomDir, process.env.DATA_DIR || '.data'), 'cache')
      : join(root, '.cache')),
);
