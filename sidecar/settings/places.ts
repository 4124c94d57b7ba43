// Where the room lies, and where the program keeps what it makes for itself. The first step of
// every command says so in the environment (scripts/setup/places.mjs); without it all is in the program's folder.
import { join, resolve } from 'node:path';
import { env as own } from 'node:process';
import { root } from './root.ts';
import type { Env } from './settings.ts';

/** Relative paths in the settings are resolved against this folder. */
export const roomDirIn = (env: Env): string => resolve(env.ROOM_DIR || root);

/** Compiled pages, and packages that few rooms need. */
export const cacheDirIn = (env: Env): string => resolve(env.CACHE_DIR || join(root, '.cache'));

/** A folder for each program that is compiled, with its last versions. */
export const compiledDirIn = (env: Env): string => join(cacheDirIn(env), 'compiled');

export const roomDir = roomDirIn(own);
export const cacheDir = cacheDirIn(own);
export const compiledDir = compiledDirIn(own);
