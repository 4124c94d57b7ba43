// Packs: what a machine needs of a release in a few objects of the bucket, where it would be hundreds.
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { Bucket } from '../../outgoing/bucket.ts';
import { hashOf } from './stored.ts';

/** A file at an address, or a part of one that is at none, under its name in the bucket. */
export interface Piece {
  name: string;
  isPart: boolean;
  size: number;
  read: () => Promise<Buffer>;
}

export interface Unpacked {
  name: string;
  isPart: boolean;
  bytes: Buffer;
}

const packBytes = 8 * 1024 ** 2;
const lineFeed = 10;

const [pack, unpack] = [promisify(zstdCompress), promisify(zstdDecompress)];
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

type Header = [name: string, isPart: boolean, size: number][];

function* grouped(pieces: Iterable<Piece>): Generator<Piece[]> {
  let group: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    group.push(piece);
    size += piece.size;
    if (size < packBytes) continue;
    yield group;
    [group, size] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** Gives their keys. */
export async function putPacks(bucket: Bucket, pieces: Iterable<Piece>): Promise<string[]> {
  const keys: string[] = [];
  for (const group of grouped(pieces)) {
    const bytes = await Promise.all(group.map(({ read }) => read()));
    const header: Header = group.map(({ name, isPart }, n) => [name, isPart, bytes[n]!.length]);
    const packed = await pack(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...bytes]), quickly);
    const key = `packs/${hashOf(packed)}`;
    await bucket.put(key, packed, {});
    keys.push(key);
  }
  return keys;
}

/** The bytes are those that were packed, or it throws: a key says what its pack is. */
export async function getPack(bucket: Bucket, key: string): Promise<Unpacked[]> {
  const packed = await bucket.get(key);
  if (!packed || `packs/${hashOf(packed)}` !== key)
    throw new Error(`${key} is missing or damaged in the bucket of the fleet.`);
  const bytes = await unpack(packed);
  const headerEnd = bytes.indexOf(lineFeed);
  let at = headerEnd + 1;
  return (JSON.parse(bytes.toString('utf8', 0, headerEnd)) as Header).map(([name, isPart, size]) => {
    const start = at;
    at += size;
    return { name, isPart, bytes: bytes.subarray(start, at) };
  });
}
