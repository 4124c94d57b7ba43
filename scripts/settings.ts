// Where the commands find the content and put the releases.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import process, { env } from 'node:process';
import { readSettings, type Settings } from '#domain/settings.ts';

export const root = resolve(import.meta.dirname, '..');

/** The folder that becomes the creator's own. */
export const ownContentDir = (): string => resolve(env.CONTENT_DIR || resolve(root, 'content'));

/** The creator's own content once there is a creator.json, and the example until then. */
export function contentDir(): string {
  const own = ownContentDir();
  return env.CONTENT_DIR || existsSync(resolve(own, 'creator.json')) ? own : resolve(own, 'example');
}

/** What is wrong with the environment is said, and the command ends. */
export function settings(): Settings {
  try {
    return readSettings(env, root);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
