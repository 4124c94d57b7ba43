// Lists the files that the build makes besides pages and texts.
import type { BuildSettings } from '#domain/release/site-entry.ts';
import type { Plan } from '../plan.ts';
import { iconFiles, renderLetterPng } from './icons.ts';
import { type ReleaseOutput, type Warn, maxPixels } from './made-file.ts';
import { pictureFiles, readOrMake } from './pictures.ts';
import { pressFiles } from './press.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { creatorChangedAt, type Room } from '#domain/room.ts';
import { type ShareCard, roomCards } from '../../press/cards.ts';
import { createPictureCutter, drawCard } from './card.ts';
import { type Cover, coverEncoder, listCovers } from '../../feeds/covers.ts';

/** Enlargement above which a picture is blurred. */
const maxEnlargement = 2;
const dotsPerInch = 72;

const isDrawing = ({ picture }: Cover): boolean => picture.type === 'image/svg+xml';
const shorterSide = ({ picture: { width, height } }: Cover): number => Math.min(width, height);

const encode = (source: string | Buffer, { side }: Cover, density?: number): Promise<Buffer> =>
  sharp(source, { failOn: 'none', limitInputPixels: maxPixels, ...(density && { density }) })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(coverEncoder)
    .toBuffer();

/** Returns the resolution at which a drawing has the size of the cover. */
const densityOf = (cover: Cover): number | undefined =>
  isDrawing(cover) ? (dotsPerInch * cover.side) / shorterSide(cover) : undefined;

/** Returns the podcast covers as square JPEGs that are large enough, from pictures of any size and format. */
export function coverFiles(room: Room, contentDir: string, warn: Warn): ReleaseOutput[] {
  const changedAt = creatorChangedAt(room.creator);
  const make = async (cover: Cover): Promise<Buffer> => {
    const { file } = cover.picture;
    if (!isDrawing(cover) && cover.side > maxEnlargement * shorterSide(cover))
      warn(`media/${file}: too small for a podcast cover, which should have ${cover.side} x ${cover.side} pixels`);
    const source = join(contentDir, 'media', file);
    return readOrMake(cover.path, () => encode(source, cover, densityOf(cover))).catch(async (error: Error) => {
      warn(`media/${file}: unreadable, so the podcast cover shows the mark of the room: ${error.message}`);
      return encode(await renderLetterPng(room.creator, cover.side), cover);
    });
  };
  return listCovers(room).map((cover) => {
    const { path } = cover;
    return { path, type: 'image/jpeg', changedAt, inputs: path, make: () => make(cover) };
  });
}

/** Returns a function that draws cards. Pictures that several cards show are cut only once. */
export function cardFiles(contentDir: string): (card: ShareCard) => ReleaseOutput {
  const cutOut = createPictureCutter((file) => readFile(join(contentDir, 'media', file)));
  return (card) => ({
    path: card.path,
    type: 'image/jpeg',
    changedAt: card.changedAt,
    inputs: card.inputs,
    make: () => drawCard(card, cutOut),
  });
}

/** Lists all files except the cards of items. */
export const madeFiles = (plan: Plan, { contentDir, codeHash }: BuildSettings, warn: Warn): ReleaseOutput[] => [
  ...iconFiles(plan.room, codeHash, (file) => readFile(join(contentDir, 'media', file))),
  ...pictureFiles(plan.room, contentDir, warn),
  ...coverFiles(plan.room, contentDir, warn),
  ...roomCards(plan.room, codeHash).map(cardFiles(contentDir)),
  ...pressFiles(plan.room, contentDir, codeHash, warn),
];
