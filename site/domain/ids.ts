// Stable, readable ids: a slug of the first known title and the first 8 hex digits of the hash of the source key.
import { hash } from 'node:crypto';
import { separateNumbers } from './text/notation.ts';

/** Returns a SHA-256 as 64 hex digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/**
 * Joins the ASCII words of a title by dashes, in lower case and up to 60 characters. Returns `fallback` if there are
 * none.
 */
export function slugify(title: string, fallback = 'item'): string {
  const words = separateNumbers(title)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let slug = '';
  for (const word of words ?? []) {
    if (slug.length + word.length + 1 > 60) break;
    slug += slug ? `-${word}` : word;
  }
  return slug || fallback;
}

export const itemId = (title: string, sourceKey: string): string =>
  `${slugify(title)}-${sha256(sourceKey).slice(0, 8)}`;
