// The sizes and formats in which the creator's pictures are offered besides the original: which there are, and where.
import { sha256 } from '#domain/ids.ts';
import { pictureFolder } from '#domain/links.ts';
import type { MediaFile } from '#domain/room.ts';
import { cropOf, isResized } from './framing.ts';

/** Encoder settings; they are part of each address, so that other settings never meet an old copy. */
export const encoders = {
  avif: { quality: 52, effort: 1 },
  webp: { quality: 76, effort: 3 },
} as const;
export type PictureFormat = keyof typeof encoders;

export interface PictureSize {
  path: string;
  width: number;
  format: PictureFormat;
}

const widths = [480, 960];
const largest = 1920;
/** A little smaller than the next one is not worth a file of its own. */
const nearlyAll = 0.8;

function chooseWidths(own: number): number[] {
  const top = Math.min(own, largest);
  return [...widths.filter((width) => width < top * nearlyAll), top];
}

/** What the original is already: it stands for its own size. */
const isOriginal = (picture: MediaFile, width: number, format: PictureFormat): boolean =>
  width === picture.width && picture.type === `image/${format}` && !cropOf(picture);

export function pictureSizes(picture: MediaFile): PictureSize[] {
  if (!isResized(picture)) return [];
  const crop = cropOf(picture);
  return (Object.keys(encoders) as PictureFormat[]).flatMap((format) =>
    chooseWidths(crop?.width ?? picture.width)
      .filter((width) => !isOriginal(picture, width, format))
      .map((width) => {
        const made = picture.sha256 + JSON.stringify(encoders[format]) + (crop ? JSON.stringify(crop) : '');
        const name = sha256(made).slice(0, 16);
        return { path: `${pictureFolder}${name}-${width}.${format}`, width, format };
      }),
  );
}

/** The `srcset` of one format; empty where there is no size in it. */
export function sourceSet(picture: MediaFile, format: PictureFormat): string {
  const sizes = pictureSizes(picture).filter((size) => size.format === format);
  const own =
    picture.type === `image/${format}` && !cropOf(picture) ? [`/media/${picture.file} ${picture.width}w`] : [];
  return [...sizes.map(({ path, width }) => `${path} ${width}w`), ...own].join(', ');
}
