// Pictures that come into content/media: known by their bytes, published without what a camera writes into them, originals kept.
import { isUtf8 } from 'node:buffer';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import { fillSlots } from '#domain/messages/messages.ts';
import { NoPlainPicture, plainPicture } from '#domain/release/plain-picture.ts';
import { readableSlug } from '#domain/text/slug.ts';
import type { ReviewDesk } from './review-desk.ts';

const mib = 1024 ** 2;
export const maxPictureBytes = 25 * mib;
const mostDrawingBytes = 2 * mib;
const mostPixels = 100e6;

const ends: Record<string, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', heif: 'avif', svg: 'svg' };

/** As browsers name them in a form. */
export const pictureTypes = ['jpeg', 'png', 'webp', 'avif', 'gif', 'svg+xml'].map((name) => `image/${name}`);

const activeDrawing =
  /<script|<foreignObject|<!ENTITY|<(?:set|animate\w*)\b|\son\w+\s*=|(href|src)\s*=\s*["'](?!#)|@import|url\(\s*["']?(?!#)|encoding\s*=\s*["'](?!utf-8)/i;

/** Neither runs nor loads anything. In another encoding than UTF-8 the rule would not see what it says. */
const isInert = (bytes: Uint8Array): boolean =>
  isUtf8(bytes) && !bytes.includes(0) && !activeDrawing.test(Buffer.from(bytes).toString());

export interface PictureFile {
  /** As it may be published. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Of its name. */
  end: string;
}

type Reason =
  | 'It is empty.'
  | NoPlainPicture['text']
  | 'It is {format}, which is no picture for the web.'
  | 'It has more than {count} megapixels.'
  | 'It is a drawing of more than {count} MiB.';

/** Says what is wrong with a picture; the console says the text in its language. */
export class PictureError extends Error {
  readonly text: Reason;
  readonly values: Record<string, string | number>;
  constructor(text: Reason, values: PictureError['values'] = {}) {
    super(fillSlots(text, (name) => String(values[name])));
    this.text = text;
    this.values = values;
  }
}
/** Loaded with the first picture, to keep the start light. */
const open = async (bytes: Uint8Array, options = {}): Promise<Sharp> =>
  (await import('sharp')).default(bytes, { limitInputPixels: mostPixels, ...options });

/** An SVG that is not inert is rasterised. Rejects with what is wrong. */
export async function readPicture(bytes: Uint8Array): Promise<PictureFile> {
  const unreadable = () => {
    throw new PictureError('The file is not a supported picture format.');
  };
  if (bytes.length === 0) throw new PictureError('It is empty.');
  // Only its head is read here, which may tell any size.
  const head = await open(bytes, { limitInputPixels: false });
  const { autoOrient, format = '', compression, pages = 1 } = await head.metadata().catch(unreadable);
  const { width, height } = autoOrient;
  const end = compression === 'hevc' ? undefined : ends[format];
  if (!end)
    throw new PictureError('It is {format}, which is no picture for the web.', { format: compression ?? format });
  // All pictures of a moving one are decoded.
  if (width * height * (end === 'gif' ? pages : 1) > mostPixels)
    throw new PictureError('It has more than {count} megapixels.', { count: mostPixels / 1e6 });
  if (end !== 'svg') return { bytes, width, height, end };
  if (bytes.length > mostDrawingBytes)
    throw new PictureError('It is a drawing of more than {count} MiB.', { count: mostDrawingBytes / mib });
  if (isInert(bytes)) return { bytes, width, height, end };
  const drawn = await (await open(bytes, { density: 288 })).png().toBuffer().catch(unreadable);
  return { bytes: drawn, width, height, end: 'png' };
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

/** A picture that may be kept: as it came, and as it is published. */
export interface PreparedPicture extends PictureFile {
  original: Uint8Array;
}

/** Rejects with what is wrong. */
export async function preparePicture(original: Uint8Array): Promise<PreparedPicture> {
  const read = await readPicture(original);
  const bytes = await plainPicture(read.bytes).catch((error: Error) => {
    throw error instanceof NoPlainPicture ? new PictureError(error.text) : error;
  });
  return { ...read, bytes, original };
}

/** Gives the name below content/media, where a new name is found; the file as it came lies in content/originals. */
export async function storePicture(
  desk: Pick<ReviewDesk, 'fs' | 'contentDir'>,
  picture: PreparedPicture,
  called: string,
) {
  const { bytes, original, end } = picture;
  const slug = readableSlug(called.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '')).slice(0, 60);
  for (let number = 1; ; number++) {
    const file = `${slug}${number === 1 ? '' : `-${number}`}.${end}`;
    if (!(await writeNew(desk, join(desk.contentDir, 'media', file), bytes))) continue;
    await writeNew(desk, join(desk.contentDir, originalsFolder, file), original);
    return file;
  }
}
