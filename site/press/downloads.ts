// The press pictures as files that every desk can open: JPEG, or PNG where they can be seen through, for the web and for print.
import type { Creator } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import type { MediaFile, Room } from '#domain/room.ts';

export interface Download {
  /** Also its place in the ZIP, below its folder. */
  path: string;
  use: 'web' | 'print' | 'vector';
  format: 'jpeg' | 'png' | 'svg';
  width: number;
  height: number;
  source: MediaFile;
  credit: string | undefined;
  license: string | undefined;
  /** Equal keys mean equal bytes. */
  key: string;
}

type Picture = NonNullable<Creator['headshots']>[number];

export const downloadFolder = '/media-kit/';
export const printDpi = 300;
/** Part of the key, so that other settings never meet an old file. */
export const encoding = { webQuality: 84, printQuality: 92, version: 1 };

const webWidth = 1600;
/** Of a logo that scales. */
const drawnWidth = 2400;

const scaled = ({ width, height }: MediaFile, to: number): { width: number; height: number } => ({
  width: to,
  height: Math.round((height * to) / width),
});

type Size = Pick<Download, 'use' | 'width' | 'height'>;

/** A picture that is small anyway comes in one size. */
function sizesOf(picture: MediaFile): Size[] {
  const { width, height, type } = picture;
  if (type === 'image/svg+xml')
    return [
      { use: 'vector', width, height },
      { use: 'web', ...scaled(picture, drawnWidth) },
    ];
  const isLarge = width > webWidth * 1.2;
  return [...(isLarge ? [{ use: 'web' as const, ...scaled(picture, webWidth) }] : []), { use: 'print', width, height }];
}

/** JPEG has no transparency, and blurs the edges of logos. */
const formatOf = ({ hasAlpha, type }: MediaFile, isLogo: boolean, { use }: Size): Download['format'] =>
  use === 'vector' ? 'svg' : hasAlpha || isLogo || type === 'image/svg+xml' ? 'png' : 'jpeg';

const extension = { jpeg: 'jpg', png: 'png', svg: 'svg' };

function downloadsOf(picture: Picture, source: MediaFile, folder: string): Download[] {
  const { credit, license } = picture;
  const name = source.file.replace(/\.\w+$/, '').replaceAll('/', '-');
  return sizesOf(source).map((size) => {
    const format = formatOf(source, folder === 'logos', size);
    const path = `${downloadFolder}${folder}/${name}-${size.use}.${extension[format]}`;
    const key = sha256(JSON.stringify([source.sha256, encoding, size, format, credit, license]));
    return { ...size, path, format, source, credit, license, key };
  });
}

/** By the file that the creator names; the same bytes under two names come once. */
export function pressDownloads({ creator, media }: Pick<Room, 'creator' | 'media'>): Map<string, Download[]> {
  const byFile = new Map(media.map((file) => [file.file, file]));
  const seen = new Set<string>();
  const named = [
    ...(creator.headshots ?? []).map((picture) => ({ picture, folder: 'headshots' })),
    ...(creator.logos ?? []).map((picture) => ({ picture, folder: 'logos' })),
  ];
  return new Map(
    named.flatMap(({ picture, folder }): [string, Download[]][] => {
      const source = byFile.get(picture.file);
      if (!source || seen.has(source.sha256)) return [];
      seen.add(source.sha256);
      return [[picture.file, downloadsOf(picture, source, folder)]];
    }),
  );
}
