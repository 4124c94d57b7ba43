// Writes the objects of a release and their compressed forms while rendering continues.
import { constants as fsConstants, copyFileSync, linkSync, mkdirSync, renameSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import PQueue from 'p-queue';
import { type Encoding, encodings, type ReleasePage } from '#domain/release/page.ts';
import type { CompressedSizes, ObjectWriter, ReleaseObject } from '#domain/release/site-entry.ts';
import { objectFile } from '../../sidecar/release/room-db.ts';
import { temporaryPath } from '../../sidecar/storage/leftovers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;

/** Long lists change with every release. Stronger compression would save a few per cent and take twice as long. */
const isLong = ({ length }: Uint8Array): boolean => length >= 64 * 1024;

const compressors: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  // For long lists, Brotli level 2 compresses better than level 4 in half the time. Shorter files fit a window of 64
  // KB, with which Brotli uses smaller tables and is faster at the same size.
  br: (bytes) =>
    compressBrotli(bytes, {
      params: isLong(bytes) ? { [BROTLI_PARAM_QUALITY]: 2 } : { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: 16 },
    }),
  // Level 5 would save one per cent and take a third longer.
  gzip: (bytes) => compressGzip(bytes, { level: 4 }),
};

/** Writes a file in one step: readers see the whole object or none, because an earlier release may contain it. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(temporaryPath(file), bytes);
  await rename(temporaryPath(file), file);
}

/** Writes an object and its compressed forms, except forms that save less than a tenth. */
async function writeObject(dist: string, { etag, bytes, isCompressed }: ReleaseObject): Promise<CompressedSizes> {
  await writeWhole(objectFile(dist, { etag }), bytes);
  const sizes: CompressedSizes = {};
  for (const encoding of isCompressed ? encodings : []) {
    const compressed = await compressors[encoding](bytes);
    if (compressed.length > bytes.length * 0.9) continue;
    await writeWhole(objectFile(dist, { etag }, encoding), compressed);
    sizes[encoding] = compressed.length;
  }
  return sizes;
}

/** Number of queued objects above which rendering waits. */
const maxQueued = 64;
const concurrency = 8;

/**
 * Creates a writer. The objects of the `stored` pages are complete already. `keepUp` and `finish` throw an Error if an
 * object cannot be written.
 */
export function objectWriter(
  dist: string,
  stored: Iterable<ReleasePage>,
  check: ObjectWriter['check'] = () => {},
): ObjectWriter {
  for (let folder = 0; folder < 256; folder++)
    mkdirSync(join(dist, 'objects', folder.toString(16).padStart(2, '0')), { recursive: true });
  const sizesByEtag = new Map<string, CompressedSizes | Promise<CompressedSizes>>();
  for (const { etag, encodings: sizes = {} } of stored) sizesByEtag.set(etag, sizes);
  const queue = new PQueue({ concurrency });
  const pending: Promise<void>[] = [];
  let failure: Error | undefined;
  const fail = (error: Error) => void (failure ??= error);
  const throwFailure = (): void => {
    if (failure) throw failure;
  };
  return {
    check,
    write: (object, done) => {
      const size = sizesByEtag.get(object.etag) ?? queue.add(() => writeObject(dist, object));
      sizesByEtag.set(object.etag, size);
      pending.push(Promise.resolve(size).then(done).catch(fail));
    },
    link: (etag, from, mode) => {
      if (sizesByEtag.has(etag)) return;
      const file = objectFile(dist, { etag });
      const temporary = temporaryPath(file);
      try {
        if (mode === 'copy') throw new Error('copies');
        linkSync(from, temporary);
      } catch {
        copyFileSync(from, temporary, fsConstants.COPYFILE_FICLONE);
      }
      renameSync(temporary, file);
      sizesByEtag.set(etag, {});
    },
    keepUp: async () => {
      throwFailure();
      if (queue.size >= maxQueued) await queue.onSizeLessThan(maxQueued);
    },
    finish: async () => {
      await Promise.all(pending);
      throwFailure();
    },
  };
}
