// Reads feed files in the content folder. Symbolic links are resolved first, so nothing outside the folder is read.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { feedLimit, MAX_FEED_BYTES } from './decode.ts';
import { SourceError } from '#contract/source-problems.ts';

export function readLocalFeed(contentDir: string, file: string): Uint8Array {
  const path = resolveFeedFile(join(contentDir, file), file);
  const relativePath = relative(realpathSync(contentDir), path);
  if (relativePath.startsWith(`..${sep}`) || relativePath === '..' || isAbsolute(relativePath) || isAbsolute(file)) {
    throw new SourceError('file_outside', { file });
  }
  const { size } = statSync(path);
  if (size > MAX_FEED_BYTES) throw new SourceError('file_too_large', { file, limit: feedLimit });
  return readFileSync(path);
}

function resolveFeedFile(path: string, file: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isFile()) return real;
  } catch {
    // The error is thrown below.
  }
  throw new SourceError('file_missing', { file });
}
