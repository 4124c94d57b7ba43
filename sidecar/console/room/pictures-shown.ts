// How pictures are shown beside the fields that name them, and the form by which new ones come.
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { ApiError } from '#contract/errors.ts';
import { maxPictureBytes, pictureTypes } from '../../content/pictures.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { mostUploadBytes } from '../multipart.ts';
import { formField, type LoadDownload, type FormValues } from '../page.ts';
import { printPixels } from '../today/checklist.ts';
import type { Draft } from './draft.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

/** Where a picture may be used: a single place, or a list. */
export const placesOfPictures: { value: string; label: ConsoleMessage; isOne?: true }[] = [
  { value: 'headshots', label: 'Press picture' },
  { value: 'portrait', label: 'Portrait (replaces the one that is there)', isOne: true },
  { value: 'banner', label: 'Banner (replaces the one that is there)', isOne: true },
  { value: 'logos', label: 'Logo' },
];

export interface UploadShown {
  accept: string;
  places: { value: string; label: ConsoleMessage; isChosen: boolean }[];
  alt: string;
  credit: string;
  license: string;
  printPixels: number;
  mostBytes: number;
  /** Limit for all files of one request. */
  mostBytesTogether: number;
  problem?: string;
}

/** The rest of the request is for the text fields. */
export const mostBytesTogether = mostUploadBytes - 1024 ** 2;

export function uploadShown(form: FormValues = {}, problem?: string): UploadShown {
  return {
    accept: pictureTypes.join(','),
    places: placesOfPictures.map(({ value, label }) => ({
      value,
      label,
      isChosen: value === formField(form, 'place'),
    })),
    alt: formField(form, 'alt'),
    credit: formField(form, 'credit'),
    license: formField(form, 'license'),
    printPixels,
    mostBytes: maxPictureBytes,
    mostBytesTogether,
    ...(problem && { problem }),
  };
}

const pathIn = (contentDir: string, file: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(file) && normalize(file) === file && !file.split('/').includes('..')
    ? join(contentDir, 'media', file)
    : undefined;

/** A small copy of one that lies in content/media, which may not be in the room yet. */
export const showPicture: LoadDownload = ({ desk }, { query }) => smallPicture(desk.contentDir, query.file ?? '');

export async function smallPicture(contentDir: string, file: string): ReturnType<LoadDownload> {
  const path = pathIn(contentDir, file);
  const { default: sharp } = await import('sharp');
  const shown = async () => sharp(await readFile(path ?? ''), { limitInputPixels: 100e6 }).autoOrient();
  const bytes = await shown()
    .then((picture) => picture.resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true }))
    .then((picture) => picture.webp({ quality: 72, effort: 1 }).toBuffer())
    .catch(() => {
      throw new ApiError('not_found', 'There is no such picture.');
    });
  return { name: 'picture.webp', type: 'image/webp', text: bytes };
}

export interface PictureFacts {
  width: number;
  height: number;
  isDrawing: boolean;
}

/** Of those that a form names. */
export async function factsOf({ contentDir }: Pick<ReviewDesk, 'contentDir'>, draft: Draft, known: string[]) {
  const found = new Map<string, PictureFacts>();
  for (const file of new Set(textsIn(draft).filter((text) => known.includes(text)))) {
    const facts = await pictureFacts(contentDir, file);
    if (facts) found.set(file, facts);
  }
  return found;
}

export async function pictureFacts(contentDir: string, file: string): Promise<PictureFacts | undefined> {
  const { default: sharp } = await import('sharp');
  const read = await sharp(join(contentDir, 'media', file))
    .metadata()
    .catch(() => undefined);
  return read && { ...read.autoOrient, isDrawing: read.format === 'svg' };
}

function textsIn(draft: Draft): string[] {
  if (typeof draft === 'string') return [draft];
  if ('rows' in draft) return draft.rows.flatMap(({ value }) => textsIn(value));
  return Object.values(draft.fields).flatMap(textsIn);
}
