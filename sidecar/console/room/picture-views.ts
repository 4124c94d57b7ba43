// Shows pictures next to the fields that name them, and describes the upload form.
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { ApiError } from '#contract/errors.ts';
import { maxPictureBytes, pictureTypes } from '../../content/pictures.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { maxUploadBytes } from '../multipart.ts';
import { formField, type LoadDownload, type FormValues } from '../page.ts';
import { printPixels } from '../today/checklist.ts';
import type { FormDraft } from './draft.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

/** Uses of a picture, for a single place or a list. */
export const pictureUses: { value: string; label: ConsoleMessage; isOne?: true }[] = [
  { value: 'headshots', label: 'Press picture' },
  { value: 'portrait', label: 'Portrait (replaces the current one)', isOne: true },
  { value: 'banner', label: 'Banner (replaces the current one)', isOne: true },
  { value: 'logos', label: 'Logo' },
];

export interface UploadForm {
  accept: string;
  places: { value: string; label: ConsoleMessage; isChosen: boolean }[];
  alt: string;
  credit: string;
  license: string;
  printPixels: number;
  maxBytes: number;
  /** Limit for all files of one request. */
  maxBytesTogether: number;
  problem?: string;
}

/** Limit for files. The rest of the request is reserved for text fields. */
export const maxBytesTogether = maxUploadBytes - 1024 ** 2;

export function buildUploadForm(form: FormValues = {}, problem?: string): UploadForm {
  return {
    accept: pictureTypes.join(','),
    places: pictureUses.map(({ value, label }) => ({
      value,
      label,
      isChosen: value === formField(form, 'place'),
    })),
    alt: formField(form, 'alt'),
    credit: formField(form, 'credit'),
    license: formField(form, 'license'),
    printPixels,
    maxBytes: maxPictureBytes,
    maxBytesTogether,
    ...(problem && { problem }),
  };
}

const mediaFilePath = (contentDir: string, file: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(file) && normalize(file) === file && !file.split('/').includes('..')
    ? join(contentDir, 'media', file)
    : undefined;

/** Serves a thumbnail of a picture in content/media, which may not be published yet. */
export const showPicture: LoadDownload = ({ desk }, { query }) => renderThumbnail(desk.contentDir, query.file ?? '');

export async function renderThumbnail(contentDir: string, file: string): ReturnType<LoadDownload> {
  const path = mediaFilePath(contentDir, file);
  const { default: sharp } = await import('sharp');
  const openPicture = async () => sharp(await readFile(path ?? ''), { limitInputPixels: 100e6 }).autoOrient();
  const bytes = await openPicture()
    .then((picture) => picture.resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true }))
    .then((picture) => picture.webp({ quality: 72, effort: 1 }).toBuffer())
    .catch(() => {
      throw new ApiError('not_found', 'This picture does not exist.');
    });
  return { name: 'picture.webp', type: 'image/webp', text: bytes };
}

export interface PictureSize {
  width: number;
  height: number;
  isDrawing: boolean;
}

/** Reads the sizes of the pictures that a form names. */
export async function readPictureSizes(
  { contentDir }: Pick<ReviewDesk, 'contentDir'>,
  draft: FormDraft,
  known: string[],
) {
  const sizes = new Map<string, PictureSize>();
  for (const file of new Set(draftTexts(draft).filter((text) => known.includes(text)))) {
    const facts = await readPictureSize(contentDir, file);
    if (facts) sizes.set(file, facts);
  }
  return sizes;
}

export async function readPictureSize(contentDir: string, file: string): Promise<PictureSize | undefined> {
  const { default: sharp } = await import('sharp');
  const read = await sharp(join(contentDir, 'media', file))
    .metadata()
    .catch(() => undefined);
  return read && { ...read.autoOrient, isDrawing: read.format === 'svg' };
}

function draftTexts(draft: FormDraft): string[] {
  if (typeof draft === 'string') return [draft];
  if ('rows' in draft) return draft.rows.flatMap(({ value }) => draftTexts(value));
  return Object.values(draft.fields).flatMap(draftTexts);
}
