// Reads size, type and digest of every picture in content/media.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { creatorPictures } from '#domain/creator-pictures.ts';
import sharp, { type Metadata } from 'sharp';
import { fileLeftOut, type Notice } from '#contract/notices.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { needsPlainCopy, stripPictureMetadata } from '#domain/release/plain-picture.ts';
import { copiesFolder, isCopy } from '#domain/items/media-replacements.ts';
import type { MediaFile, RecordingFile } from '#domain/room.ts';
import { type FileCache, createFileCache } from './file-cache.ts';

const types: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

/** Version of the cached facts of a file. */
export const mediaVersion = '2';

/** File names that can be part of an address without escaping. */
const addressableName = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;

const relativeLuminance = (level: number): number => (level / 255) ** 2.2;

/** Measures whether a logo with a transparent background is too dark for a dark page or too light for a light one. */
async function measureTone(bytes: Buffer): Promise<MediaFile['tone']> {
  const { data } = await sharp(bytes)
    .resize(64, 64, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  let weight = 0;
  for (let at = 0; at < data.length; at += 4) {
    const red = relativeLuminance(data[at]!);
    const green = relativeLuminance(data[at + 1]!);
    const blue = relativeLuminance(data[at + 2]!);
    sum += data[at + 3]! * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    weight += data[at + 3]!;
  }
  const luminance = sum / (weight || 1);
  return luminance < 0.07 ? 'dark' : luminance > 0.65 ? 'light' : undefined;
}

function readType({ format }: Metadata): string {
  const type = types[format ?? ''];
  if (type) return type;
  throw new Error(`${format} is not a picture for the web; use JPEG, PNG, WebP, AVIF, GIF or SVG`);
}

async function readPicture(root: string, path: string): Promise<MediaFile> {
  const file = relative(root, path).split(sep).join('/');
  if (!addressableName.test(file)) throw new Error('name it with letters, digits, dots, dashes and underscores only');
  const bytes = await readFile(path);
  // Width and height are those after rotation: the camera may have been held upright.
  const metadata = await sharp(bytes).metadata();
  const { autoOrient, hasAlpha } = metadata;
  const { width, height } = autoOrient;
  const type = readType(metadata);
  const hasMetadata = needsPlainCopy(metadata) && type !== types.svg;
  const tone = hasAlpha && !isCopy({ file }) ? await measureTone(bytes) : undefined;
  const published = hasMetadata ? await stripPictureMetadata(bytes) : bytes;
  return {
    file,
    width,
    height,
    bytes: published.length,
    type,
    sha256: sha256(published),
    ...(hasMetadata && { hasMetadata: true as const }),
    ...(hasAlpha && { hasAlpha: true as const }),
    ...(tone && { tone }),
  };
}

const recordingTypes: Record<string, string> = {
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  ogv: 'video/ogg',
  webm: 'video/webm',
};

const recordingType = (name: string): string | undefined => recordingTypes[name.split('.').at(-1)!];
const isRecordingCopy = (path: string): boolean =>
  path.startsWith(`${copiesFolder}${sep}`) && recordingType(path) !== undefined;

async function readRecording(path: string, name: string): Promise<RecordingFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { file: `${copiesFolder}/${name}`, bytes, type: recordingType(name)!, sha256: hash.digest('hex') };
}

/** Returns the room's copies of recordings, by name. Recordings of the creator are not among them. */
export async function readRecordings(
  root: string,
  cache: FileCache<Promise<RecordingFile>> = createFileCache(),
): Promise<RecordingFile[]> {
  const folder = join(root, copiesFolder);
  const names = (await readdir(folder).catch(() => [])).filter((name) => recordingType(name) !== undefined);
  return Promise.all(
    names.sort().map((name) => {
      const path = join(folder, name);
      return cache(path, () => readRecording(path, name));
    }),
  );
}

/** Returns the creator's crop and focal point of a picture, from the first place in creator.json that sets them. */
function findFraming(file: string, creator: Creator): Pick<MediaFile, 'frame'> {
  const uses = creatorPictures(creator).filter(({ picture }) => picture.file === file);
  const crop = uses.find(({ picture }) => picture.crop)?.picture.crop;
  const focus = uses.find(({ picture }) => picture.focus)?.picture.focus;
  return crop || focus ? { frame: { ...(crop && { crop }), ...(focus && { focus }) } } : {};
}

function listNamedFiles(creator: Creator): string[] {
  const files = creatorPictures(creator).map(({ picture }) => picture.file);
  return creator.podcast?.image ? [...files, creator.podcast.image] : files;
}

/**
 * Returns every readable picture, by name. Unreadable files, and files that creator.json names but that are missing,
 * are added to `problems`.
 */
export async function readMedia(
  root: string,
  creator: Creator,
  problems: Notice[],
  cache: FileCache<Promise<MediaFile>> = createFileCache(),
): Promise<MediaFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isRecordingCopy(relative(root, path)));
  const pictures: MediaFile[] = [];
  for (const path of paths.sort()) {
    const picture = await cache(path, () => readPicture(root, path)).catch((error: Error) => {
      problems.push(fileLeftOut(`media/${relative(root, path)}`, error.message));
    });
    if (picture) pictures.push({ ...picture, ...findFraming(picture.file, creator) });
  }
  const files = new Set(pictures.map(({ file }) => file));
  for (const file of listNamedFiles(creator))
    if (!files.has(file)) problems.push({ code: 'picture_missing', details: { file } });
  return pictures;
}
