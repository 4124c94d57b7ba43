// Feed files below the content folder; nothing outside it is read, links are followed first.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { MAX_FEED_BYTES } from './decode.ts';
import { FeedProblem } from './feed-document.ts';

export function readLocalFeed(contentDir: string, file: string): Uint8Array {
  const path = resolveFeedFile(join(contentDir, file), file);
  const way = relative(realpathSync(contentDir), path);
  if (way.startsWith(`..${sep}`) || way === '..' || isAbsolute(way) || isAbsolute(file)) {
    throw new FeedProblem(`${file} lies outside the content folder.`, 'Put the feed file into the content folder.');
  }
  const { size } = statSync(path);
  if (size > MAX_FEED_BYTES)
    throw new FeedProblem(`${file} is larger than 25 MiB.`, 'Split the feed or drop old entries.');
  return readFileSync(path);
}

function resolveFeedFile(path: string, file: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isFile()) return real;
  } catch {
    // Said below.
  }
  throw new FeedProblem(
    `${file} does not exist.`,
    'Correct the name in feeds.json; it counts from the content folder.',
  );
}
