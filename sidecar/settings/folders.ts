// Folders of the room and of the program's caches. The first step of every command sets them in the environment
// (scripts/setup/places.mjs); otherwise everything is in the program's folder.
import { join, resolve } from 'node:path';
import { env as own } from 'node:process';
import { root } from './root.ts';
import type { Environment } from './settings.ts';

/** Relative paths in the settings are resolved against this folder. */
export const resolveRoomDir = (env: Environment): string => resolve(env.ROOM_DIR || root);

/** Compiled pages, and packages that few rooms need. */
export const resolveCacheDir = (env: Environment): string => resolve(env.CACHE_DIR || join(root, '.cache'));

/** Contains a folder for each compiled program, with its last versions. */
export const resolveCompiledDir = (env: Environment): string => join(resolveCacheDir(env), 'compiled');

export const roomDir = resolveRoomDir(own);
export const cacheDir = resolveCacheDir(own);
export const compiledDir = resolveCompiledDir(own);
