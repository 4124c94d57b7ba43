// Lists the sizes and formats in which the creator's pictures are available besides the original.
import { sha256 } from '#domain/ids.ts';
import { pictureFolder } from '#domain/links.ts';
import type { MediaFile } from '#domain/room.ts';
import { cropOf, isResized } from './framing.ts';

/** Encoder settings. They are part of each address, so that files with other settings are never reused. */
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
/** Share of the largest width above which a smaller size is not worth a file. */
const nearlyAll = 0.8;

function chooseWidths(own: number): number[] {
  const top = Math.min(own, largest);
  return [...widths.filter((width) => width < top * nearlyAll), top];
}

/** Returns true if the original already has this size and format. */
const isOriginal = (picture: MediaFile, width: number, format: PictureFormat): boolean =>
  width === picture.width && picture.type === `image/${format}` && !cropOf(picture);

export function pictureSizes(picture: MediaFile): PictureSize[] {
  if (!isResized(picture)) return [];
  const crop = cropOf(picture);
  return (Object.keys(encoders) as PictureFormat[]).flatMap((format) =>
    chooseWidths(crop?.width ?? picture.width)
      .filter((width) => !isOriginal(picture, width, format))
      .map((width) => {
        const inputs = picture.sha256 + JSON.stringify(encoders[format]) + (crop ? JSON.stringify(crop) : '');
        const name = sha256(inputs).slice(0, 16);
        return { path: `${pictureFolder}${name}-${width}.${format}`, width, format };
      }),
  );
}

/** Returns the `srcset` of a format, or an empty text if the picture has no size in it. */
export function sourceSet(picture: MediaFile, format: PictureFormat): string {
  const sizes = pictureSizes(picture).filter((size) => size.format === format);
  const own =
    picture.type === `image/${format}` && !cropOf(picture) ? [`/media/${picture.file} ${picture.width}w`] : [];
  return [...sizes.map(({ path, width }) => `${path} ${width}w`), ...own].join(', ');
}
