// Letters as ink: how much of each pixel they cover. Thousands of cards are lettered with the same few, so that each is
// rasterised once.
import sharp from 'sharp';
import type { Face } from '#domain/pdf/faces.ts';
import { type Canvas, type Ink, stain } from './canvas.ts';
import { glyphsOf, type PlacedGlyph } from './lettering.ts';

/** Letters begin at quarters of a pixel: a finer step is not seen. */
const steps = 4;

async function rasterised({ glyph, scale }: PlacedGlyph, shift: number): Promise<Ink> {
  const { minX, minY, maxX, maxY } = glyph.path.bbox;
  const [left, top] = [Math.floor(minX * scale + shift), Math.floor(-maxY * scale)];
  const [width, height] = [Math.ceil(maxX * scale + shift) - left, Math.ceil(-minY * scale) - top];
  const outline = glyph.path
    .scale(scale, -scale)
    .translate(shift - left, -top)
    .toSVG();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${outline}"/></svg>`;
  const coverage = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
  return { left, top, width, height, coverage };
}

const kept = new Map<string, Promise<Ink>>();
const mostKept = 20_000;

function inkOf(placed: PlacedGlyph, shift: number): Promise<Ink> {
  const key = `${placed.face} ${placed.glyph.id} ${placed.scale} ${shift}`;
  const known = kept.get(key);
  if (known) return known;
  const made = rasterised(placed, shift);
  if (kept.size < mostKept) kept.set(key, made);
  return made;
}

export interface Lettering {
  text: string;
  face: Face;
  size: number;
  colour: string;
}

/** Writes a line; `x` and `y` are where its baseline begins. */
export async function write(
  canvas: Canvas,
  { text, face, size, colour }: Lettering,
  x: number,
  y: number,
): Promise<void> {
  for (const placed of glyphsOf(text, face, size)) {
    // A space.
    if (placed.glyph.path.commands.length === 0) continue;
    const quarters = Math.round((x + placed.x) * steps);
    const column = Math.floor(quarters / steps);
    const ink = await inkOf(placed, quarters / steps - column);
    stain(canvas, ink, column + ink.left, Math.round(y - placed.y) + ink.top, colour);
  }
}
