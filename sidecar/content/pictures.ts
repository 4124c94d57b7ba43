// Pictures in content/media: recognised by their bytes, published without metadata of cameras, with the originals kept.
import { isUtf8 } from 'node:buffer';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import { fillSlots } from '#domain/messages/messages.ts';
import { NoPlainPicture, stripPictureMetadata } from '#domain/release/plain-picture.ts';
import { readableSlug } from '#domain/text/slug.ts';
import type { ReviewDesk } from './review-desk.ts';

const mib = 1024 ** 2;
export const maxPictureBytes = 25 * mib;
const maxDrawingBytes = 2 * mib;
const maxPixels = 100e6;

const extensions: Record<string, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
  svg: 'svg',
};

/** Media types of pictures in forms of browsers. */
export const pictureTypes = ['jpeg', 'png', 'webp', 'avif', 'gif', 'svg+xml'].map((name) => `image/${name}`);

const activeDrawing =
  /<script|<foreignObject|<!ENTITY|<(?:set|animate\w*)\b|\son\w+\s*=|(href|src)\s*=\s*["'](?!#)|@import|url\(\s*["']?(?!#)|encoding\s*=\s*["'](?!utf-8)/i;

/**
 * Returns true if a drawing neither runs nor loads anything. Only UTF-8 is accepted, since the rule does not understand
 * other encodings.
 */
const isInert = (bytes: Uint8Array): boolean =>
  isUtf8(bytes) && !bytes.includes(0) && !activeDrawing.test(Buffer.from(bytes).toString());

export interface PictureFile {
  /** Bytes that may be published. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** File extension. */
  end: string;
}

type Reason =
  | 'It is empty.'
  | NoPlainPicture['text']
  | 'Its format ({format}) is not supported on the web.'
  | 'It has more than {count} megapixels.'
  | 'It is a drawing of more than {count} MiB.';

/** Explains why a picture is not usable; the console translates the text. */
export class PictureError extends Error {
  readonly text: Reason;
  readonly values: Record<string, string | number>;
  constructor(text: Reason, values: PictureError['values'] = {}) {
    super(fillSlots(text, (name) => String(values[name])));
    this.text = text;
    this.values = values;
  }
}

const throwUnreadable = () => {
  throw new PictureError('The file is not a supported picture format.');
};

/** Opens a picture. Sharp is loaded on first use to keep starts fast. */
const openSharp = async (bytes: Uint8Array, options = {}): Promise<Sharp> =>
  (await import('sharp')).default(bytes, { limitInputPixels: maxPixels, ...options });

/** Reads a picture; an SVG with active content is rasterised. Rejects with a PictureError. */
export async function readPicture(bytes: Uint8Array): Promise<PictureFile> {
  if (bytes.length === 0) throw new PictureError('It is empty.');
  // Only the header is read here, which may claim any size.
  const head = await openSharp(bytes, { limitInputPixels: false });
  const { autoOrient, format = '', compression, pages = 1 } = await head.metadata().catch(throwUnreadable);
  const { width, height } = autoOrient;
  const end = compression === 'hevc' ? undefined : extensions[format];
  if (!end)
    throw new PictureError('Its format ({format}) is not supported on the web.', { format: compression ?? format });
  // All frames of an animation are decoded.
  if (width * height * (end === 'gif' ? pages : 1) > maxPixels)
    throw new PictureError('It has more than {count} megapixels.', { count: maxPixels / 1e6 });
  const picture = { bytes, width, height, end };
  return end === 'svg' ? readDrawing(picture) : picture;
}

async function readDrawing(drawing: PictureFile): Promise<PictureFile> {
  const { bytes } = drawing;
  if (bytes.length > maxDrawingBytes)
    throw new PictureError('It is a drawing of more than {count} MiB.', { count: maxDrawingBytes / mib });
  if (isInert(bytes)) return drawing;
  const drawn = await (await openSharp(bytes, { density: 288 })).png().toBuffer().catch(throwUnreadable);
  return { ...drawing, bytes: drawn, end: 'png' };
}

export const originalsFolder = 'originals';

async function writeNew({ fs }: Pick<ReviewDesk, 'fs'>, path: string, bytes: Uint8Array): Promise<boolean> {
  await fs.mkdir(dirname(path), { recursive: true });
  const handle = await fs.open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

/** A picture as it arrived and as it is published. */
export interface PreparedPicture extends PictureFile {
  original: Uint8Array;
}

/** Prepares a picture for publication. Rejects with a PictureError. */
export async function preparePicture(original: Uint8Array): Promise<PreparedPicture> {
  const read = await readPicture(original);
  const bytes = await stripPictureMetadata(read.bytes).catch((error: Error) => {
    throw error instanceof NoPlainPicture ? new PictureError(error.text) : error;
  });
  return { ...read, bytes, original };
}

/** Stores a picture under a new name in content/media and its original in content/originals; returns the name. */
export async function storePicture(
  desk: Pick<ReviewDesk, 'fs' | 'contentDir'>,
  picture: PreparedPicture,
  originalName: string,
) {
  const { bytes, original, end } = picture;
  const slug = readableSlug(originalName.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '')).slice(0, 60);
  for (let number = 1; ; number++) {
    const file = `${slug}${number === 1 ? '' : `-${number}`}.${end}`;
    if (!(await writeNew(desk, join(desk.contentDir, 'media', file), bytes))) continue;
    await writeNew(desk, join(desk.contentDir, originalsFolder, file), original);
    return file;
  }
}
