// The creator's pictures in other sizes and formats. Encoding is slow, so that what was made once is kept for every later build.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, pid } from 'node:process';
import sharp from 'sharp';
import { cropOf } from '../../press/framing.ts';
import { encoders, type PictureSize, pictureSizes } from '../../press/pictures.ts';
import { plainPicture } from '#domain/release/plain-picture.ts';
import { creatorChangedAt, type MediaFile, type Room } from '#domain/room.ts';
import { programFile } from '../program.ts';
import { type MadeFile, maxPixels, type Warn } from './made-file.ts';

const cacheFolder = join(env.CACHE_DIR || programFile('../.cache'), 'pictures');

async function encode(source: string, picture: MediaFile, { width, format }: PictureSize): Promise<Buffer> {
  const whole = sharp(await readFile(source), { failOn: 'none', limitInputPixels: maxPixels }).autoOrient();
  const crop = cropOf(picture);
  const resized = (crop ? whole.extract(crop) : whole).resize({ width, withoutEnlargement: true });
  return format === 'avif' ? resized.avif(encoders.avif).toBuffer() : resized.webp(encoders.webp).toBuffer();
}

/** Where nothing can be kept, the next build encodes again. */
function storeInCache(file: string, bytes: Buffer): void {
  try {
    mkdirSync(cacheFolder, { recursive: true });
    // Another build may be writing the same.
    writeFileSync(`${file}.${pid}`, bytes);
    renameSync(`${file}.${pid}`, file);
  } catch {
    return;
  }
}

/** The address names the bytes, so that it names the kept copy, too. */
const cachePath = (path: string): string => join(cacheFolder, path.split('/').at(-1)!);

export async function readOrMake(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = cachePath(path);
  try {
    return readFileSync(kept);
  } catch {
    const bytes = await make();
    storeInCache(kept, bytes);
    return bytes;
  }
}

type PublishedPicture = Pick<MediaFile, 'file' | 'hasNotes' | 'sha256'>;

/** What lies at the picture's own address. */
export async function readPublishedPicture(
  contentDir: string,
  { file, hasNotes, sha256 }: PublishedPicture,
): Promise<Buffer> {
  const bytes = await readFile(join(contentDir, 'media', file));
  return hasNotes ? readOrMake(`plain-${sha256}`, async () => Buffer.from(await plainPicture(bytes))) : bytes;
}

/** A browser shows the original at any of the addresses as well as at its own. */
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
    warn(`media/${file}: shown in its own size alone: ${(error as Error).message}`);
    return readPublishedPicture(contentDir, picture);
  }
}

export function pictureFiles(room: Room, contentDir: string, warn: Warn): MadeFile[] {
  const changedAt = creatorChangedAt(room.creator);
  const sizes = (picture: MediaFile) =>
    pictureSizes(picture).map((size): [string, MadeFile] => {
      const make = () => makeSizeOrOriginal(contentDir, picture, size, warn);
      return [size.path, { path: size.path, type: `image/${size.format}`, changedAt, inputs: size.path, make }];
    });
  // The same picture may lie there under two names.
  return [...new Map(room.media.flatMap(sizes)).values()];
}

/** Sizes that cannot be encoded or kept ahead of a build, which then deals with them itself. */
const failedAhead = new Set<string>();

/** The pictures of which a size is neither kept nor at its address already. */
export const unmadePictures = (media: MediaFile[], isThere: (path: string) => boolean): MediaFile[] =>
  media.filter((picture) =>
    pictureSizes(picture).some(({ path }) => !failedAhead.has(path) && !existsSync(cachePath(path)) && !isThere(path)),
  );

/** Encodes and keeps all sizes of these pictures, so that the next build finds them. */
export async function makePictures(contentDir: string, media: MediaFile[]): Promise<void> {
  for (const picture of media)
    for (const size of pictureSizes(picture)) {
      const source = join(contentDir, 'media', picture.file);
      await readOrMake(size.path, () => encode(source, picture, size)).catch(() => undefined);
      if (!existsSync(cachePath(size.path))) failedAhead.add(size.path);
    }
}
