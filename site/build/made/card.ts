// Draws share cards: the pictures that represent a page where its link is shared, with kicker, title, publication and a
// picture.
import sharp from 'sharp';
import { paletteFor } from '#domain/palette/palette.ts';
import type { MediaFile } from '#domain/room.ts';
import type { Face } from '#domain/pdf/faces.ts';
import { type ShareCard, cardSize } from '../../press/cards.ts';
import { cropOf, regionFor } from '../../press/framing.ts';
import { type Canvas, createCanvas, fillRows, pastePicture, type Ink, paintInk } from './canvas.ts';
import {
  truncateText,
  limitLines,
  fitsWidth,
  breakLines,
  measureText,
  placeGlyphs,
  type PlacedGlyph,
} from './lettering.ts';
import { maxPixels } from './made-file.ts';

/** Letters start at quarters of a pixel. Smaller steps are not visible. */
const stepsPerPixel = 4;

/** Returns the pixels that a letter covers. */
async function rasterizeGlyph({ glyph, scale }: PlacedGlyph, shift: number): Promise<Ink> {
  const { minX, minY, maxX, maxY } = glyph.path.bbox;
  const left = Math.floor(minX * scale + shift);
  const top = Math.floor(-maxY * scale);
  const width = Math.ceil(maxX * scale + shift) - left;
  const height = Math.ceil(-minY * scale) - top;
  const outline = glyph.path
    .scale(scale, -scale)
    .translate(shift - left, -top)
    .toSVG();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${outline}"/></svg>`;
  const coverage = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return { left, top, width, height, coverage };
}

/** Rasterized letters, because thousands of cards use the same few letters. */
const inkCache = new Map<string, Promise<Ink>>();
const maxCachedInks = 20_000;

function rasterizeCached(placed: PlacedGlyph, shift: number): Promise<Ink> {
  const key = `${placed.face} ${placed.glyph.id} ${placed.scale} ${shift}`;
  const cached = inkCache.get(key);
  if (cached) return cached;
  const ink = rasterizeGlyph(placed, shift);
  if (inkCache.size < maxCachedInks) inkCache.set(key, ink);
  return ink;
}

interface Lettering {
  text: string;
  face: Face;
  size: number;
  colour: string;
}

/** Draws a line of text whose baseline starts at `x` and `y`. */
export async function drawText(
  canvas: Canvas,
  { text, face, size, colour }: Lettering,
  x: number,
  y: number,
): Promise<void> {
  for (const positioned of placeGlyphs(text, face, size)) {
    // A space has no outline.
    if (positioned.glyph.path.commands.length === 0) continue;
    const quarters = Math.round((x + positioned.x) * stepsPerPixel);
    const column = Math.floor(quarters / stepsPerPixel);
    const ink = await rasterizeCached(positioned, quarters / stepsPerPixel - column);
    paintInk(canvas, ink, column + ink.left, Math.round(y - positioned.y) + ink.top, colour);
  }
}

const { width, height } = cardSize;
const margin = 72;
const pictureWidth = 440;
const landscapeWidth = 640;
const bar = 16;

/** Sizes of titles, of which the largest that fits is used. */
const titleSizes = [
  { size: 84, leading: 92, lines: 3 },
  { size: 68, leading: 76, lines: 4 },
  { size: 54, leading: 62, lines: 5 },
  { size: 44, leading: 52, lines: 6 },
];

/** Sizes of titles above a picture that is as wide as the card. */
const titleSizesAbove = titleSizes.slice(1).map((size) => ({ ...size, lines: size.size > 60 ? 1 : 2 }));
const heightBelow = 264;

/** Returns true for a picture so wide that it would be a stripe beside the title; it is placed below. */
function isBanner(picture: MediaFile | undefined, isPortrait: boolean): boolean {
  const shape = picture && (cropOf(picture) ?? picture);
  return shape !== undefined && !isPortrait && shape.width > shape.height * 3.2;
}

/** Returns the width of the side with the picture. A landscape picture, which is shown whole, gets more. */
function sideWidth(picture: MediaFile, isPortrait: boolean): number {
  if (isBanner(picture, isPortrait)) return 0;
  const shape = cropOf(picture) ?? picture;
  return !isPortrait && shape.width > shape.height * 1.2 ? landscapeWidth : pictureWidth;
}

function titleLines(title: string, maxWidth: number, sizes: typeof titleSizes) {
  const fitting = sizes.find(({ size, lines }) => {
    const broken = breakLines(title, 'serif', size, maxWidth);
    return broken.length <= lines && broken.every((line) => fitsWidth(line, 'serif', size, maxWidth));
  });
  const { size, leading, lines } = fitting ?? sizes.at(-1)!;
  return { size, leading, lines: limitLines(title, 'serif', size, maxWidth, lines) };
}

interface Line extends Lettering {
  /** Vertical position of the baseline. */
  y: number;
}

/** Places lines of one size below each other, starting with the baseline at `y`. */
const layOutBlock = (texts: string[], look: Omit<Lettering, 'text'>, y: number, leading: number): Line[] =>
  texts.map((text, i) => ({ ...look, text, y: y + i * leading }));

function layOutCard(card: ShareCard): Line[] {
  const { onAccent } = paletteFor(card, 'light');
  const maxWidth = width - 2 * margin - (card.picture ? sideWidth(card.picture, card.isPortrait) : 0);
  const isAbove = isBanner(card.picture, card.isPortrait);
  const title = titleLines(card.title, maxWidth, isAbove ? titleSizesAbove : titleSizes);
  const foot = isAbove ? [] : limitLines(card.foot, 'sans', 38, maxWidth, 3);
  const titleTop = margin + 90 + title.size * 0.72;
  const kicker = truncateText(isAbove ? `${card.foot}  ·  ${card.kicker}` : card.kicker, 'sansBold', 36, maxWidth);
  return [
    { text: kicker, face: 'sansBold', size: 36, colour: onAccent, y: margin + 24 },
    ...layOutBlock(title.lines, { face: 'serif', size: title.size, colour: onAccent }, titleTop, title.leading),
    ...layOutBlock(
      foot,
      { face: 'sans', size: 38, colour: onAccent },
      height - margin - bar - (foot.length - 1) * 48,
      48,
    ),
  ];
}

/** Function that returns a picture as cards show it. Results are cached, because many cards show the same picture. */
export type PictureCutter = (picture: MediaFile, isPortrait: boolean) => Promise<Canvas>;

export function createPictureCutter(read: (file: string) => Promise<Buffer>): PictureCutter {
  const cutPictures = new Map<string, Promise<Canvas>>();
  const make = async (picture: MediaFile, isPortrait: boolean): Promise<Canvas> => {
    const isBelow = isBanner(picture, isPortrait);
    const box = isPortrait
      ? { width: pictureWidth, height: height - bar, fit: 'cover' as const, position: 'attention' }
      : {
          width: isBelow ? width - 2 * margin : sideWidth(picture, false) - margin / 2,
          height: isBelow ? heightBelow : height - bar - 2 * margin,
          fit: 'inside' as const,
          withoutEnlargement: true,
        };
    const region = (isPortrait ? regionFor(picture, box) : undefined) ?? cropOf(picture);
    const whole = sharp(await read(picture.file), { failOn: 'none', limitInputPixels: maxPixels }).autoOrient();
    const { data, info } = await (region ? whole.extract(region) : whole)
      .resize(box)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, pixels: data };
  };
  return (picture, isPortrait) => {
    const key = JSON.stringify([picture.file, isPortrait, picture.frame]);
    const cached = cutPictures.get(key);
    if (cached) return cached;
    const canvas = make(picture, isPortrait);
    if (cutPictures.size < 64) cutPictures.set(key, canvas);
    return canvas;
  };
}

/** Canvases that are not in use. Allocating a new one for each card would burden the garbage collector. */
const idle: Canvas[] = [];

/** Places a picture: a portrait at the edge, a banner below the title, another picture centred inside the margin. */
function placePicture(canvas: Canvas, picture: Canvas, { isPortrait, direction, ...card }: ShareCard): void {
  const inset = isPortrait ? 0 : margin;
  const left = direction === 'rtl' ? inset : width - inset - picture.width;
  const free = height - bar - picture.height;
  pastePicture(canvas, picture, left, isBanner(card.picture, isPortrait) ? free - margin / 2 : Math.round(free / 2));
}

export async function drawCard(card: ShareCard, cutOut: PictureCutter): Promise<Buffer> {
  const { accent, second } = paletteFor(card, 'light');
  // The card is drawn without its picture if that is unreadable; the resizing step reports the problem.
  const picture = card.picture && (await cutOut(card.picture, card.isPortrait).catch(() => undefined));
  const canvas = idle.pop() ?? createCanvas(width, height);
  fillRows(canvas, second);
  fillRows(canvas, accent, height - bar);
  if (picture) placePicture(canvas, picture, card);
  for (const { y, ...lettering } of layOutCard(card)) {
    const x =
      card.direction === 'rtl' ? width - margin - measureText(lettering.text, lettering.face, lettering.size) : margin;
    await drawText(canvas, lettering, x, y);
  }
  const raw = { width, height, channels: 3 as const };
  const bytes = await sharp(canvas.pixels, { raw }).jpeg({ quality: 84, optimiseCoding: false }).toBuffer();
  idle.push(canvas);
  return bytes;
}
