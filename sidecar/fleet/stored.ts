// How a release lies in the bucket of the fleet: each file under a name that its content gives it, and an index of them.
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Encoding, encodingSuffix, type Manifest, type ManifestEntry } from '#domain/release/manifest.ts';

/** The manifest, with the files of entries under their names in the bucket. */
export interface StoredRelease extends Manifest {
  /** Of the files at no address, by path: the beginning of their SHA-256. */
  hashes: Record<string, string>;
}

export interface StoredFile {
  /** Below `objects/`, in the bucket and on each machine. */
  name: string;
  size: number;
  /** The beginning of the SHA-256 of its bytes, unpacked. */
  hash: string;
  encoding?: Encoding;
}

const hashLength = 32;
export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, hashLength);

/** Of a file with its compressed copies, which another version of the program may pack in another way. */
export const nameOf = ({ etag, encodings = {} }: Pick<ManifestEntry, 'etag' | 'encodings'>): string =>
  [etag, ...Object.values(encodings)].join('-');

export function* filesOfEntry(entry: Pick<ManifestEntry, 'etag' | 'size' | 'encodings'>): Generator<StoredFile> {
  const [name, hash] = [nameOf(entry), entry.etag];
  yield { name, size: entry.size, hash };
  for (const [key, size] of Object.entries(entry.encodings ?? {})) {
    const encoding = key as Encoding;
    yield { name: name + encodingSuffix[encoding], size, hash, encoding };
  }
}

export const filesOfOthers = ({ others, hashes }: Pick<StoredRelease, 'others' | 'hashes'>): StoredFile[] =>
  Object.entries(others).map(([path, size]) => ({ name: hashes[path]!, size, hash: hashes[path]! }));

const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };

/** Whether the bytes are those that the index names. */
export function isWhole(bytes: Buffer, { size, hash, encoding }: StoredFile): boolean {
  try {
    return bytes.length === size && hashOf(encoding ? unpackers[encoding](bytes) : bytes) === hash;
  } catch {
    return false;
  }
}

export const objectKey = (name: string): string => `objects/${name}`;
export const indexKey = (release: string): string => `releases/${release}.json`;
