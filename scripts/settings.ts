// Where the commands find the content and put the releases.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { env } from 'node:process';
import { readSettings } from '#domain/settings.ts';

export const root = resolve(import.meta.dirname, '..');

/** The creator's own content once there is a creator.json, and the example until then. */
export function contentDir(): string {
  if (env.CONTENT_DIR) return resolve(env.CONTENT_DIR);
  const own = resolve(root, 'content');
  return existsSync(resolve(own, 'creator.json')) ? own : resolve(own, 'example');
}

export const settings = () => readSettings(env, root);
