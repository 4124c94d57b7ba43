// Folders of the program, of the room, and of the files that the program creates for itself.
import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Folder below the program in which `npm run upgrade` tries a version (scripts/upgrade/switch.ts). */
const upgradeFolder = join(sep, '.cache', 'upgrade', 'next');

/** Program whose packages are replaced by those installed here: this one, unless an upgrade is tried. */
export const replaced = root.endsWith(upgradeFolder) ? root.slice(0, -upgradeFolder.length) : root;

/** True if npm installed the program as a package. */
export const isPackage = root.split(sep).includes('node_modules');

/** True if the program is compiled, as in a package, which has no source. */
export const isCompiled = !existsSync(join(root, 'scripts', 'main.ts'));

export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Folder to which paths in the settings are relative. */
export const roomDir = resolve(process.env.ROOM_DIR || (isPackage ? process.cwd() : root));

/** Folder for compiled pages, optional parts, and code that Node has compiled. */
export const cacheDir = resolve(
  process.env.CACHE_DIR ||
    (isPackage || !isWritable(root)
      ? join(resolve(roomDir, process.env.DATA_DIR || '.data'), 'cache')
      : join(root, '.cache')),
);
