// Where the commands find the content and put the releases.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { cwd, env } from 'node:process';
import { contentFolder, readSettings } from '#domain/settings.ts';

export const root = resolve(import.meta.dirname, '..');

/** Where the creator's own content is, or will be. */
export const ownContentDir = (): string => resolve(env.CONTENT_DIR || resolve(root, 'content'));

export const contentDir = () => contentFolder(env, root, existsSync);
export const settings = () => readSettings(env, root);

/** A path for messages, as short as it stays true: `content/feeds.json`. */
export function nameOf(path: string): string {
  const short = relative(cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
