// A release in the bucket of the fleet: objects under their names on disk, the changes of each release, and occasional
// copies of room.db.
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliDecompressSync,
  constants,
  createZstdCompress,
  createZstdDecompress,
  gunzipSync,
  zstdCompress,
  zstdDecompress,
} from 'node:zlib';
import { sha256 } from '#domain/ids.ts';
import { type Encoding, etagLength, objectPath, type ReleasePage } from '#domain/release/page.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { decodeChanges, encodeChanges, type ReleaseChanges } from '../../release/changesets.ts';

/** The release that all machines serve. */
export interface FleetRelease {
  release: string;
  /** Numbers of the last releases, oldest first. The bucket has the changes that lead from each of them to the next. */
  numbers: number[];
  snapshot: Snapshot;
  /** Size of the changes since the snapshot, in bytes. */
  changesSize: number;
}

/** A copy of room.db, compressed and cut into parts. */
export interface Snapshot {
  /** Number of the release in it. It is one of `numbers`. */
  number: number;
  parts: number;
  /** Compressed size in bytes. */
  size: number;
}

/** One form of the bytes of a page. */
export interface PageObject {
  etag: string;
  encoding?: Encoding | undefined;
  /** Size in bytes, or undefined if it is not known. */
  size?: number;
}

export const releasePrefix = 'room/';
export const objectsPrefix = `${releasePrefix}objects/`;

export const objectKey = ({ etag, encoding }: PageObject): string => objectsPrefix + objectPath(etag, encoding);
const changesKey = (number: number): string => `${releasePrefix}changes/${number}`;
const partKey = (number: number, part: number): string => `${releasePrefix}snapshots/${number}/${part}`;

export function* listPageObjects(pages: Iterable<ReleasePage>): Generator<PageObject> {
  for (const { etag, size, encodings = {} } of pages) {
    yield { etag, size };
    for (const [encoding, size] of Object.entries(encodings)) yield { etag, encoding: encoding as Encoding, size };
  }
}

/** Returns the keys of snapshot and changes that machines need to get to this release. */
export const listReleaseKeys = ({ numbers, snapshot: { number, parts } }: FleetRelease): string[] => [
  ...numbers.map(changesKey),
  ...Array.from({ length: parts }, (_, part) => partKey(number, part)),
];

const decompress = { br: brotliDecompressSync, gzip: gunzipSync };

/** Returns true if the bytes are complete and undamaged. */
export function isIntact(bytes: Buffer, { etag, encoding, size = bytes.length }: PageObject): boolean {
  try {
    const plain = encoding ? decompress[encoding](bytes) : bytes;
    return size === bytes.length && sha256(plain).slice(0, etagLength) === etag;
  } catch {
    return false;
  }
}

const compress = promisify(zstdCompress);
const expand = promisify(zstdDecompress);
/** Compression options, with a checksum that detects damage. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

async function getRequired(bucket: Bucket, key: string): Promise<Buffer> {
  const bytes = await bucket.get(key);
  if (!bytes) throw new Error(`${key} is missing in the bucket of the fleet.`);
  return bytes;
}

/** Returns the compressed size in bytes. */
export async function putChanges(bucket: Bucket, changes: ReleaseChanges): Promise<number> {
  const bytes = await compress(encodeChanges(changes), zstd);
  await bucket.put(changesKey(changes.to), bytes, {});
  return bytes.length;
}

export const getChanges = async (bucket: Bucket, number: number): Promise<ReleaseChanges> =>
  decodeChanges(await expand(await getRequired(bucket, changesKey(number))));

const partBytes = 16 * 1024 ** 2;

async function* cutIntoParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    part.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(part);
    part = [];
    size = 0;
  }
  yield Buffer.concat(part);
}

/** Sends a copy of room.db that contains the release with this number. */
export async function putSnapshot(bucket: Bucket, number: number, file: string): Promise<Snapshot> {
  const snapshot: Snapshot = { number, parts: 0, size: 0 };
  await pipeline(
    createReadStream(file),
    createZstdCompress(zstd),
    cutIntoParts,
    async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        await bucket.put(partKey(number, snapshot.parts++), part, {});
        snapshot.size += part.length;
      }
    },
  );
  return snapshot;
}

export async function getSnapshot(bucket: Bucket, { number, parts }: Snapshot, file: string): Promise<void> {
  async function* read(): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part++) yield await getRequired(bucket, partKey(number, part));
  }
  await pipeline(read, createZstdDecompress(), createWriteStream(file));
}
