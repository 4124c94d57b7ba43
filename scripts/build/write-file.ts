// Writes a file of a release, and its compressed forms beside it.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { encodings, encodingSuffix, type Encoding } from '#domain/release/manifest.ts';
import type { CompressedSizes, ReleaseFile } from '#domain/release/site-entry.ts';

/** Lists of everything change with each release: the best compression would save a few per cent and double the time. */
const isLong = ({ length }: Uint8Array): boolean => length >= 64 * 1024;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;

const compressors: Record<Encoding, (bytes: Uint8Array) => Buffer> = {
  // For long lists, Brotli's level 2 compresses better than level 4 in half the time. Shorter files fit a window of 64 KB, with
  // which Brotli uses smaller tables and is faster at the same size.
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: isLong(bytes) ? { [BROTLI_PARAM_QUALITY]: 2 } : { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: 16 },
    }),
  gzip: (bytes) => gzipSync(bytes, { level: isLong(bytes) ? 4 : 6 }),
};

type WriteFile = (file: ReleaseFile) => CompressedSizes;

/** For one release: gives the sizes of the compressed forms that are worth it. */
export function fileWriting(): WriteFile {
  /** Folders that are there. */
  const known = new Set<string>();
  function put(path: string, bytes: Uint8Array, { replaces, modified }: ReleaseFile): void {
    const folder = dirname(path);
    if (!known.has(folder)) mkdirSync(folder, { recursive: true });
    known.add(folder);
    if (replaces) rmSync(path, { force: true });
    writeFileSync(path, bytes);
    const time = new Date(modified);
    utimesSync(path, time, time);
  }
  return (file) => {
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
  };
}
