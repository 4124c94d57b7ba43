// Draws the picture that stands for a page where its link is shared: what it is, its title, the publication, a picture.
import sharp from 'sharp';
import { palette } from '#domain/palette.ts';
import { type Card, cardSize } from '#domain/cards.ts';
import type { Face } from '#domain/pdf/faces.ts';
import { mostPixels } from './made-file.ts';
import { cutTo, fewLines, fits, linesOf, outlined } from './lettering.ts';

const { width, height } = cardSize;
const margin = 72;
const pictureWidth = 400;
const bar = 14;

/** The largest size at which the title has room. */
const titles = [
  { size: 84, leading: 92, lines: 3 },
  { size: 68, leading: 76, lines: 4 },
  { size: 54, leading: 62, lines: 5 },
  { size: 44, leading: 52, lines: 6 },
];

function titleLines(title: string, room: number) {
  const fitting = titles.find(({ size, lines }) => {
    const made = linesOf(title, 'serif', size, room);
    return made.length <= lines && made.every((line) => fits(line, 'serif', size, room));
  });
  const { size, leading, lines } = fitting ?? titles.at(-1)!;
  return { size, leading, lines: fewLines(title, 'serif', size, room, lines) };
}

/** Lines of one size, the first with its baseline at `y`. */
const block = (lines: string[], face: Face, size: number, y: number, leading: number, fill: string): string =>
  `<path fill="${fill}" d="${lines.map((line, i) => outlined(line, face, size, margin, y + i * leading)).join('')}"/>`;

/** The words and the ground that they stand on; the picture is laid over it. */
export function cardSvg(card: Card): string {
  const { paper, accent, ink, muted, link } = palette(card.accentColor, 'light');
  const room = width - 2 * margin - (card.picture ? pictureWidth : 0);
  const title = titleLines(card.title, room);
  const foot = fewLines(card.foot, 'sans', 32, room, 3);
  const titleTop = margin + bar + 84 + title.size * 0.72;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<path fill="${paper}" d="M0 0h${width}v${height}H0z"/><path fill="${accent}" d="M0 0h${width}v${bar}H0z"/>`,
    block([cutTo(card.kicker, 'sansBold', 30, room)], 'sansBold', 30, margin + bar + 24, 0, link),
    block(title.lines, 'serif', title.size, titleTop, title.leading, ink),
    block(foot, 'sans', 32, height - margin - (foot.length - 1) * 42, 42, muted),
    '</svg>',
  ].join('');
}

/** Cut-outs of pictures, since many cards show the same. */
export type CutOut = (file: string) => Promise<Buffer>;

export function cutOuts(read: (file: string) => Promise<Buffer>): CutOut {
  const kept = new Map<string, Promise<Buffer>>();
  const make = async (file: string) =>
    sharp(await read(file), { failOn: 'none', limitInputPixels: mostPixels })
      .autoOrient()
      .resize(pictureWidth, height - bar, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer();
  return (file) => {
    const known = kept.get(file);
    if (known) return known;
    const made = make(file);
    if (kept.size < 64) kept.set(file, made);
    return made;
  };
}

export async function drawCard(card: Card, cutOut: CutOut): Promise<Buffer> {
  const words = sharp(Buffer.from(cardSvg(card)));
  const raw = { width: pictureWidth, height: height - bar, channels: 3 as const };
  // Without its picture a card is still a card; what is wrong with the picture is told where it is resized.
  const picture = card.picture && (await cutOut(card.picture.file).catch(() => undefined));
  const over = picture ? [{ input: picture, raw, left: width - pictureWidth, top: bar }] : [];
  return words.composite(over).flatten().jpeg({ quality: 82, optimiseCoding: false }).toBuffer();
}
