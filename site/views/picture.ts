// Prepares pictures for img elements. Pictures of the room have their size, so that nothing moves while they load.
import { copiesFolder, copyBaseName, isCopy } from '#domain/items/media-replacements.ts';
import { pictureUrl } from '#domain/links.ts';
import { cropOf, objectPosition } from '../press/framing.ts';
import { pictureSizes, sourceSet } from '../press/pictures.ts';
import { findMediaFile, type MediaFile, type Room } from '#domain/room.ts';
import { webLink } from './web-link.ts';

export interface PictureView {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** `srcset` of this format, if the room has the picture in several sizes. */
  avif?: string;
  webp?: string;
  /** Value of `object-position`. */
  position?: string;
  /** True for a picture on another host, which gets no Referer. */
  isRemote?: true;
}

/** Returns a file of content/media, or undefined if it does not exist. */
export function ownPicture(room: Room, file: string, alt: string): PictureView | undefined {
  const picture = findMediaFile(room, file);
  if (!picture) return undefined;
  const crop = cropOf(picture);
  const { width, height } = crop ?? picture;
  const avif = sourceSet(picture, 'avif');
  const webp = isCopy(picture) ? copySizes(room, picture) : sourceSet(picture, 'webp');
  const position = objectPosition(picture);
  return {
    src: crop
      ? pictureSizes(picture).findLast(({ format }) => format === 'webp')!.path
      : pictureUrl('', `media/${file}`),
    alt,
    width,
    height,
    ...(position && { position }),
    ...(avif && { avif }),
    ...(webp && { webp }),
  };
}

const copyExtensions = ['webp', 'gif', 'jpg', 'png', 'avif'];
const copyWidths = [480, 960];

/** Returns the room's copy of an external picture, in the sizes that were made when it was copied. */
function copiedPicture(room: Room, address: string, alt: string): PictureView | undefined {
  const name = `${copiesFolder}/${copyBaseName(address)}`;
  const extension = copyExtensions.find((candidate) => findMediaFile(room, `${name}.${candidate}`));
  return extension ? ownPicture(room, `${name}.${extension}`, alt) : undefined;
}

/** Returns the `srcset` of a copy, whose sizes are next to it. */
function copySizes(room: Room, { file, width }: MediaFile): string {
  if (!file.endsWith('.webp')) return '';
  const smaller = copyWidths.flatMap((size) => findMediaFile(room, file.replace(/\.webp$/, `-${size}.webp`)) ?? []);
  const sizes = smaller.map((copy) => `/media/${copy.file} ${copy.width}w`);
  return sizes.length > 0 ? [...sizes, `/media/${file} ${width}w`].join(', ') : '';
}

/** Returns the picture that an item names: `media/…` or a web address. */
export function namedPicture(room: Room, address: string | undefined, alt: string): PictureView | undefined {
  if (address?.startsWith('media/')) return ownPicture(room, address.slice('media/'.length), alt);
  if (room.copiesPictures && address) return copiedPicture(room, address, alt);
  const src = webLink(address);
  // The Content-Security-Policy allows no picture over http.
  return src?.startsWith('https:') ? { src, alt, isRemote: true } : undefined;
}
