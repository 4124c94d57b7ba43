// Files of a release in a bucket: each under its address, with the headers that a bucket can keep.
import { sha256 } from '#domain/ids.ts';
import { cacheControl } from '#domain/release/headers.ts';
import type { HostedFile, HostedRelease } from '#domain/release/hosting.ts';
import { type Encoding, encodingSuffix } from '#domain/release/page.ts';
import { formsOf } from './release-files.ts';
import type { TargetFile, TargetFiles } from './target.ts';

/** A bucket has no file without a name, and looks for the page of what is missing under a name with its extension. */
const keyOf = ({ path, page }: HostedFile): string => (path === '/' || path === '/404' ? page.file : path.slice(1));

function fileOf({ path, page }: HostedFile, encoding?: Encoding): TargetFile {
  const headers = {
    'content-type': page.type,
    'cache-control': cacheControl(path),
    ...(encoding && { 'content-encoding': encoding }),
  };
  const fingerprint = sha256(JSON.stringify([page.etag, headers])).slice(0, 32);
  return { source: { kind: 'page', page, encoding }, fingerprint, headers };
}

/** Compressed forms have the name of the file itself with `.br` or `.gz`. */
export function bucketFiles(hosted: HostedRelease): TargetFiles {
  const { files: pages, notFound } = hosted;
  const files: TargetFiles = new Map();
  for (const file of notFound ? [...pages, notFound] : pages)
    for (const encoding of formsOf(file.page))
      files.set(keyOf(file) + (encoding ? encodingSuffix[encoding] : ''), fileOf(file, encoding));
  return files;
}
