// Writes a file of a release, and its compressed forms beside it.
import { closeSync, futimesSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { encodings, encodingSuffix, type Encoding } from '#domain/release/page.ts';
import type { CompressedSizes, ReleaseFile } from '#domain/release/site-entry.ts';

/** Long lists change with every release: stronger compression would save a few per cent and take twice as long. */
const isLong = ({ length }: Uint8Array): boolean => length >= 64 * 1024;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;

const compressors: Record<Encoding, (bytes: Uint8Array) => Buffer> = {
  // For long lists, Brotli's level 2 compresses better than level 4 in half the time. Shorter files fit a window of 64 KB, with
  // which Brotli uses smaller tables and is faster at the same size. One level more would save a thousandth and take a tenth longer.
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: isLong(bytes) ? { [BROTLI_PARAM_QUALITY]: 2 } : { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: 16 },
    }),
  // Nearly every client takes Brotli; level 5 would save a hundredth and take a third longer.
  gzip: (bytes) => gzipSync(bytes, { level: 4 }),
};

function open(path: string, { replaces }: ReleaseFile): number {
  try {
    // Faster than rmSync, which matters for thousands of files.
    if (replaces) unlinkSync(path);
    return openSync(path, 'w');
  } catch (error) {
    // A new file, or the first one of its folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'w');
  }
}

function put(path: string, bytes: Uint8Array, file: ReleaseFile): void {
  const opened = open(path, file);
  try {
    writeFileSync(opened, bytes);
    // By its number, since to look up the path once more takes a tenth of the time of writing.
    const seconds = Date.parse(file.modified) / 1000;
    futimesSync(opened, seconds, seconds);
  } finally {
    closeSync(opened);
  }
}

/** Returns the sizes of the compressed files; one that saves less than a tenth is not written. */
export function writeFile(file: ReleaseFile): CompressedSizes {
  const { path, bytes, isCompressed } = file;
  put(path, bytes, file);
  const sizes: CompressedSizes = {};
  for (const encoding of isCompressed ? encodings : []) {
    const small = compressors[encoding](bytes);
    if (small.length > bytes.length * 0.9) continue;
    put(path + encodingSuffix[encoding], small, file);
    sizes[encoding] = small.length;
  }
  return sizes;
}
