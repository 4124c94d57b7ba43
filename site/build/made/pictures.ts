// Makes the creator's pictures in other sizes and formats. Encoding is slow, so results are cached for later builds.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, pid } from 'node:process';
import sharp from 'sharp';
import { cropOf } from '../../press/framing.ts';
import { encoders, type PictureSize, pictureSizes } from '../../press/pictures.ts';
import { stripPictureMetadata } from '#domain/release/plain-picture.ts';
import { creatorChangedAt, type MediaFile, type Room } from '#domain/room.ts';
import { programFile } from '../program.ts';
import { type ReleaseOutput, maxPixels, type Warn } from './made-file.ts';

const cacheFolder = join(env.CACHE_DIR || programFile('../.cache'), 'pictures');

async function encode(source: string, picture: MediaFile, { width, format }: PictureSize): Promise<Buffer> {
  const whole = sharp(await readFile(source), { failOn: 'none', limitInputPixels: maxPixels }).autoOrient();
  const crop = cropOf(picture);
  const resized = (crop ? whole.extract(crop) : whole).resize({ width, withoutEnlargement: true });
  return format === 'avif' ? resized.avif(encoders.avif).toBuffer() : resized.webp(encoders.webp).toBuffer();
}

/** Stores a file in the cache. If that fails, the next build encodes again. */
function storeInCache(file: string, bytes: Buffer): void {
  try {
    mkdirSync(cacheFolder, { recursive: true });
    // Another build may be writing the same file.
    writeFileSync(`${file}.${pid}`, bytes);
    renameSync(`${file}.${pid}`, file);
  } catch {
    return;
  }
}

/** Returns the path in the cache. The name in an address depends on the bytes, so it identifies the cached copy too. */
const cachePath = (path: string): string => join(cacheFolder, path.split('/').at(-1)!);

export async function readOrMake(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const cached = cachePath(path);
  try {
    return readFileSync(cached);
  } catch {
    const bytes = await make();
    storeInCache(cached, bytes);
    return bytes;
  }
}

type PublishedPicture = Pick<MediaFile, 'file' | 'hasMetadata' | 'sha256'>;

/** Returns the bytes that are published at the picture's own address. */
export async function readPublishedPicture(
  contentDir: string,
  { file, hasMetadata, sha256 }: PublishedPicture,
): Promise<Buffer> {
  const bytes = await readFile(join(contentDir, 'media', file));
  return hasMetadata
    ? readOrMake(`plain-${sha256}`, async () => Buffer.from(await stripPictureMetadata(bytes)))
    : bytes;
}

/** Returns the picture in this size, or the original if encoding fails, which browsers show just as well. */
async function makeSizeOrOriginal(
  contentDir: string,
  picture: MediaFile,
  size: PictureSize,
  warn: Warn,
): Promise<Buffer> {
  const { file } = picture;
  const source = join(contentDir, 'media', file);
  try {
    return await readOrMake(size.path, () => encode(source, picture, size));
  } catch (error) {
    warn(`media/${file}: shown only in its original size: ${(error as Error).message}`);
    return readPublishedPicture(contentDir, picture);
  }
}

export function pictureFiles(room: Room, contentDir: string, warn: Warn): ReleaseOutput[] {
  const changedAt = creatorChangedAt(room.creator);
  const sizes = (picture: MediaFile) =>
    pictureSizes(picture).map((size): [string, ReleaseOutput] => {
      const make = () => makeSizeOrOriginal(contentDir, picture, size, warn);
      return [size.path, { path: size.path, type: `image/${size.format}`, changedAt, inputs: size.path, make }];
    });
  // The same picture may exist under two names.
  return [...new Map(room.media.flatMap(sizes)).values()];
}

/** Sizes that could not be encoded or cached before a build, which handles them itself. */
const failedAhead = new Set<string>();

/** Returns the pictures with a size that is neither cached nor published. */
export const unmadePictures = (media: MediaFile[], isThere: (path: string) => boolean): MediaFile[] =>
  media.filter((picture) =>
    pictureSizes(picture).some(({ path }) => !failedAhead.has(path) && !existsSync(cachePath(path)) && !isThere(path)),
  );

/** Encodes and caches all sizes of these pictures for the next build. */
export async function makePictures(contentDir: string, media: MediaFile[]): Promise<void> {
  for (const picture of media)
    for (const size of pictureSizes(picture)) {
      const source = join(contentDir, 'media', picture.file);
      await readOrMake(size.path, () => encode(source, picture, size)).catch(() => undefined);
      if (!existsSync(cachePath(size.path))) failedAhead.add(size.path);
    }
}
