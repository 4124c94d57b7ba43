// What lies in a bucket for a release: each file under its address, with the headers that a bucket can keep.
import { sha256 } from '#domain/ids.ts';
import { isNamedByContent } from '#domain/links.ts';
import { cacheControl } from '#domain/release/headers.ts';
import { hostedRelease } from '#domain/release/hosting.ts';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { type Encoding, encodingSuffix, type ReleasePage } from '#domain/release/page.ts';

export interface StoredObject {
  /** In the public folder of the release. */
  file: string;
  /** Where people and programs ask for it; what a CDN has to forget. */
  path: string;
  headers: Record<string, string>;
  /** Its size on disk; a different size means another release. */
  size: number;
  /** The beginning of the file's SHA-256. */
  etag: string | undefined;
  /** Equal if nothing needs to be sent. */
  fingerprint: string;
  /** Pages may refer to it, so it is sent before them. */
  isAsset: boolean;
}

/** A bucket has no file without a name, and looks for the page of what is missing under a name with its extension. */
const keyOf = (path: string, { file }: ReleasePage): string =>
  path === '/' || path === '/404' ? file : path.slice(1);

const isAsset = (path: string, { type }: ReleasePage): boolean =>
  isNamedByContent(path) || /^(image|audio|video|font|text\/(css|javascript))\b/.test(type);

function objectOf(path: string, entry: ReleasePage, encoding?: Encoding): StoredObject {
  const headers = {
    'content-type': entry.type,
    'cache-control': cacheControl(path),
    ...(encoding && { 'content-encoding': encoding }),
  };
  return {
    file: entry.file + (encoding ? encodingSuffix[encoding] : ''),
    path,
    headers,
    size: encoding ? entry.encodings![encoding]! : entry.size,
    etag: encoding ? undefined : entry.etag,
    fingerprint: sha256(JSON.stringify([entry.etag, headers])).slice(0, 32),
    isAsset: isAsset(path, entry),
  };
}

/** By key. What is compressed lies beside the file itself, under its name with `.br` or `.gz`. */
export function objectsOf(manifest: BuiltManifest): Map<string, StoredObject> {
  const { files, notFound } = hostedRelease(manifest);
  const all = notFound ? [...files, notFound] : files;
  return new Map(
    all.flatMap(({ path, entry }) => {
      const key = keyOf(path, entry);
      const packed = Object.keys(entry.encodings ?? {}) as Encoding[];
      return [
        [key, objectOf(path, entry)] as const,
        ...packed.map((encoding) => [key + encodingSuffix[encoding], objectOf(path, entry, encoding)] as const),
      ];
    }),
  );
}
