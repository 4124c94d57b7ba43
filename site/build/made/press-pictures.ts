// Prepares the creator's pictures for PDFs: JPEG, cut to their box. Unreadable pictures are left out with a warning.
import { join } from 'node:path';
import sharp from 'sharp';
import type { Thumbnails } from '../../press/media-kit.ts';
import { bannerBox, portraitBox, type SheetPictures } from '#domain/pdf/sheet.ts';
import { findMediaFile, type MediaFile, type Room } from '#domain/room.ts';
import { cropOf, regionFor } from '../../press/framing.ts';
import { maxPixels, type Warn } from './made-file.ts';

/** Pixels per point: 300 dots per inch for a portrait, and less for a banner across the page. */
const portraitScale = 300 / 72;
const bannerScale = 200 / 72;
const thumbnailPixels = 480;

interface PictureBox {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
}

async function encodeJpeg(path: string, picture: MediaFile, { width, height, fit }: PictureBox): Promise<Buffer> {
  const region = (fit === 'cover' ? regionFor(picture, { width, height }) : undefined) ?? cropOf(picture);
  const whole = sharp(path, { limitInputPixels: maxPixels }).autoOrient();
  return (region ? whole.extract(region) : whole)
    .resize({
      width: Math.round(width),
      height: Math.round(height),
      fit,
      position: 'attention',
      withoutEnlargement: fit === 'inside',
    })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86 })
    .toBuffer();
}

const scaleBox = (box: { width: number; height: number }, scale: number): PictureBox => ({
  width: box.width * scale,
  height: box.height * scale,
  fit: 'cover',
});

export function pressPictures(room: Room, contentDir: string, warn: Warn) {
  const { creator, baseUrl } = room;
  const read = async (file: string | undefined, box: PictureBox): Promise<Buffer | undefined> => {
    const picture = findMediaFile(room, file);
    if (file === undefined || !picture) return undefined;
    return encodeJpeg(join(contentDir, 'media', file), picture, box).catch((error: Error) => {
      warn(`media/${file}: left out of the PDFs: ${error.message}`);
      return undefined;
    });
  };
  return {
    sheet: async (): Promise<SheetPictures> => ({
      banner: await read(creator.banner?.file, scaleBox(bannerBox, bannerScale)),
      portrait: await read(creator.portrait?.file, scaleBox(portraitBox, portraitScale)),
    }),
    thumbnails: async (): Promise<Thumbnails> => {
      const pictures = [...(creator.headshots ?? []), ...(creator.logos ?? [])];
      const box: PictureBox = { width: thumbnailPixels, height: thumbnailPixels, fit: 'inside' };
      const thumbnails: Thumbnails = new Map();
      for (const { file } of pictures) {
        const thumbnail = await read(file, box);
        if (thumbnail) thumbnails.set(`${baseUrl}/media/${file}`, thumbnail);
      }
      return thumbnails;
    },
  };
}
