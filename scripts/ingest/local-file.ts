// Reads feed files in the content folder. Symbolic links are resolved first, so nothing outside the folder is read.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { MAX_FEED_BYTES } from './decode.ts';
import { FeedProblem } from './feed-document.ts';

export function readLocalFeed(contentDir: string, file: string): Uint8Array {
  const path = resolveFeedFile(join(contentDir, file), file);
  const relativePath = relative(realpathSync(contentDir), path);
  if (relativePath.startsWith(`..${sep}`) || relativePath === '..' || isAbsolute(relativePath) || isAbsolute(file)) {
    throw new FeedProblem(`${file} is outside the content folder.`, 'Move the feed file into the content folder.');
  }
  const { size } = statSync(path);
  if (size > MAX_FEED_BYTES)
    throw new FeedProblem(`${file} is larger than 25 MiB.`, 'Split the feed or remove old entries.');
  return readFileSync(path);
}

function resolveFeedFile(path: string, file: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isFile()) return real;
  } catch {
    // The error is thrown below.
  }
  throw new FeedProblem(
    `${file} does not exist.`,
    'Correct the path of the file; it is relative to the content folder.',
  );
}
