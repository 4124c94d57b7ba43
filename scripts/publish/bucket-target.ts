// Publishes to a bucket with the S3 API: the key of a file is its address, and its headers are those that a bucket can
// store.
import { readFile } from 'node:fs/promises';
import { bundleFolder, cardFolder, embedFolder, pictureFolder } from '#domain/links.ts';
import { sha256 } from '#domain/ids.ts';
import { cacheControl } from '#domain/release/headers.ts';
import type { HostedFile, HostedRelease } from '#domain/release/hosting.ts';
import type { ListedBucket } from '../../sidecar/outgoing/bucket.ts';
import { objectFile } from '../../sidecar/release/room-db.ts';
import {
  pageForms,
  type PageSource,
  ReleaseReplaced,
  sourceSize,
  type FileSource,
  type PublishTarget,
  type TargetFile,
} from './target.ts';

/**
 * Returns the key of a file. A bucket has no file without a name, and looks for the 404 page under a name with an
 * extension.
 */
const bucketKey = ({ path, page }: HostedFile): string => (path === '/' || path === '/404' ? page.file : path.slice(1));

function bucketFile(path: string, source: PageSource): TargetFile {
  const { page, encoding } = source;
  const headers = {
    'content-type': page.type,
    'cache-control': cacheControl(path),
    ...(encoding && { 'content-encoding': encoding }),
  };
  return { source, fingerprint: sha256(JSON.stringify([page.etag, headers])).slice(0, 32), headers };
}

export const bucketFiles = ({ files, notFound }: HostedRelease): Map<string, TargetFile> =>
  new Map(
    (notFound ? [...files, notFound] : files).flatMap((file) =>
      pageForms(file.page).map(
        ([suffix, source]) => [bucketKey(file) + suffix, bucketFile(file.path, source)] as const,
      ),
    ),
  );

/** Folders that only the room writes to, even if the bucket contains other files. */
const ownFolders = [
  ...['articles/', 'episodes/', 'videos/', 'api/', '_astro/'],
  ...[cardFolder, embedFolder, pictureFolder, bundleFolder].map((folder) => folder.slice(1)),
];

async function readSource(dist: string, source: FileSource): Promise<Buffer> {
  if (source.kind === 'text') return Buffer.from(source.text);
  if (source.kind === 'link') throw new Error('A bucket has no links.');
  const { page, encoding } = source;
  const file = objectFile(dist, page, encoding);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ReleaseReplaced(file) : error;
  });
  if (bytes.length === sourceSize(source) && (encoding || sha256(bytes).startsWith(page.etag))) return bytes;
  throw new Error(`${file} is damaged. The next build repairs it.`);
}

/** Creates the target. Objects are read from the folder `dist`. */
export const bucketTarget = (bucket: ListedBucket, dist: string): PublishTarget => ({
  concurrency: 16,
  noteEvery: 1000,
  read: async (key) => (await bucket.get(key))?.toString(),
  put: async (key, { source, headers = {} }) => {
    const bytes = await readSource(dist, source);
    await bucket.put(key, bytes, headers);
    return bytes.length;
  },
  remove: (key) => bucket.remove(key),
  list: async () => {
    const objects = await Promise.all(ownFolders.map((folder) => bucket.list(folder)));
    return objects.flat().map(({ key }) => key);
  },
});
