// Lists the press pictures as downloads: JPEG, or PNG if they are transparent, for the web and for print.
import { kitLogos } from '#domain/creator-pictures.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { findMediaFile, type MediaFile, type Room } from '#domain/room.ts';

export interface PressDownload {
  /** Address, which is also the path in the ZIP below its folder. */
  path: string;
  use: 'web' | 'print' | 'vector';
  format: 'jpeg' | 'png' | 'svg';
  width: number;
  height: number;
  source: MediaFile;
  alt: string;
  credit: string | undefined;
  license: string | undefined;
  /** Hash of everything that the bytes depend on. */
  inputs: string;
}

type Picture = NonNullable<Creator['headshots']>[number];

export const downloadFolder = '/media-kit/';
/** Encoder settings. They are part of the inputs, so that files with other settings are never reused. */
export const encoding = { webQuality: 84, printQuality: 92, version: 2 };

const webWidth = 1600;
/** Width of a vector logo as a bitmap. */
const drawnWidth = 2400;

const scaleToWidth = ({ width, height }: MediaFile, to: number): { width: number; height: number } => ({
  width: to,
  height: Math.round((height * to) / width),
});

type Size = Pick<PressDownload, 'use' | 'width' | 'height'>;

/** Returns the sizes of a picture. A small picture has only one. */
function downloadSizes(picture: MediaFile): Size[] {
  const { width, height, type } = picture;
  if (type === 'image/svg+xml')
    return [
      { use: 'vector', width, height },
      { use: 'web', ...scaleToWidth(picture, drawnWidth) },
    ];
  const isLarge = width > webWidth * 1.2;
  return [
    ...(isLarge ? [{ use: 'web' as const, ...scaleToWidth(picture, webWidth) }] : []),
    { use: 'print', width, height },
  ];
}

/** Returns the format. JPEG has no transparency and blurs the edges of logos. */
const downloadFormat = ({ hasAlpha, type }: MediaFile, isLogo: boolean, { use }: Size): PressDownload['format'] =>
  use === 'vector' ? 'svg' : hasAlpha || isLogo || type === 'image/svg+xml' ? 'png' : 'jpeg';

const extension = { jpeg: 'jpg', png: 'png', svg: 'svg' };

/** Picture of creator.json with its downloads. */
export interface DownloadablePicture {
  picture: Picture;
  downloads: PressDownload[];
}

interface ListedPicture {
  picture: Picture;
  source: MediaFile;
  folder: 'headshots' | 'logos';
}

const readStem = ({ source }: ListedPicture): string => source.file.replace(/\.\w+$/, '').replaceAll('/', '-');

/**
 * Returns a key that is equal for names that some file systems treat as equal: case and Unicode normalization differ
 * between systems.
 */
const foldStem = (listed: ListedPicture): string =>
  `${listed.folder}/${readStem(listed).normalize('NFKC').toLowerCase()}`;

/**
 * Returns a digest that distinguishes pictures with the same name. It is independent of the file's content and of the
 * order.
 */
const identify = ({ picture: { file, credit, license } }: ListedPicture): string =>
  sha256(JSON.stringify([file, credit, license])).slice(0, 8);

/**
 * Returns a function that names pictures. A name does not depend on the order, and contains a digest if several
 * pictures share it.
 */
function namePictures(pictures: ListedPicture[]): (listed: ListedPicture) => string {
  const byStem = Map.groupBy(pictures, foldStem);
  return (listed) => {
    const ids = new Set(byStem.get(foldStem(listed))!.map(identify));
    return ids.size > 1 ? `${readStem(listed)}-${identify(listed)}` : readStem(listed);
  };
}

function listDownloads({ picture, source, folder }: ListedPicture, name: string): PressDownload[] {
  const { alt, credit, license } = picture;
  return downloadSizes(source).map((size) => {
    const format = downloadFormat(source, folder === 'logos', size);
    const path = `${downloadFolder}${folder}/${name}-${size.use}.${extension[format]}`;
    const inputs = sha256(JSON.stringify([source.sha256, encoding, size, format, credit, license]));
    return { ...size, path, format, source, alt, credit, license, inputs };
  });
}

/**
 * Returns the existing pictures of creator.json with their downloads, in its order. Equal entries share their
 * downloads.
 */
export function listDownloadablePictures(room: Pick<Room, 'creator' | 'channels' | 'media'>): DownloadablePicture[] {
  const { creator } = room;
  const list = (pictures: Picture[] = [], folder: ListedPicture['folder']): ListedPicture[] =>
    pictures.flatMap((picture) => {
      const source = findMediaFile(room, picture.file);
      return source ? [{ picture, source, folder }] : [];
    });
  const pictures = [...list(creator.headshots, 'headshots'), ...list(kitLogos(room), 'logos')];
  const nameOf = namePictures(pictures);
  return pictures.map((one) => ({ picture: one.picture, downloads: listDownloads(one, nameOf(one)) }));
}

export const pressDownloads = (room: Pick<Room, 'creator' | 'channels' | 'media'>): PressDownload[] => [
  ...new Map(
    listDownloadablePictures(room).flatMap(({ downloads }) => downloads.map((one) => [one.path, one])),
  ).values(),
];
