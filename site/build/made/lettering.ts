// Words as outlines, so that a drawing looks the same on every machine, whatever fonts it has.
import type { Font, Glyph } from 'fontkit';
import type { Face } from '#domain/pdf/faces.ts';
import { faces } from './fonts.ts';

const scaleOf = (font: Font, size: number): number => size / font.unitsPerEm;

/** Of a text of size 1; most words come up again and again. */
const widths: Record<Face, Map<string, number>> = {
  serif: new Map(),
  serifItalic: new Map(),
  sans: new Map(),
  sansBold: new Map(),
};
const keptWidths = 20_000;

function widthOf(text: string, face: Face, size: number): number {
  const known = widths[face].get(text);
  if (known !== undefined) return known * size;
  const width = faces.runs(text, face).reduce((sum, run) => {
    const font = faces.font(run.face);
    return sum + font.layout(run.text).advanceWidth * scaleOf(font, 1);
  }, 0);
  if (widths[face].size < keptWidths) widths[face].set(text, width);
  return width * size;
}

export interface PlacedGlyph {
  face: Face;
  glyph: Glyph;
  /** Pixels for a unit of the typeface. */
  scale: number;
  /** From where the baseline begins, to the right and up. */
  x: number;
  y: number;
}

export function glyphsOf(text: string, face: Face, size: number): PlacedGlyph[] {
  let at = 0;
  return faces.runs(text, face).flatMap((run) => {
    const font = faces.font(run.face);
    const scale = scaleOf(font, size);
    const { glyphs, positions } = font.layout(run.text);
    return glyphs.map((glyph, i) => {
      const { xAdvance, xOffset, yOffset } = positions[i]!;
      const placed = { face: run.face, glyph, scale, x: at + xOffset * scale, y: yOffset * scale };
      at += xAdvance * scale;
      return placed;
    });
  });
}

/** `x` and `y` are where the baseline begins. */
export function outlined(text: string, face: Face, size: number, x: number, y: number): string {
  const paths = glyphsOf(text, face, size).map((placed) =>
    placed.glyph.path
      .scale(placed.scale, -placed.scale)
      .translate(x + placed.x, y - placed.y)
      .toSVG(),
  );
  return paths.join('').replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}

/** With the middle of its ink at `x` and `y`. */
export function centred(letter: string, face: Face, size: number, x: number, y: number): string {
  const run = faces.runs(letter, face)[0];
  if (!run) return '';
  const font = faces.font(run.face);
  const scale = scaleOf(font, size);
  const { minX, minY, maxX, maxY } = font.layout(run.text).glyphs[0]!.path.bbox;
  return outlined(letter, face, size, x - ((minX + maxX) / 2) * scale, y + ((minY + maxY) / 2) * scale);
}

/** Broken between words into lines of at most `width`; a word that is wider stands alone. */
export function linesOf(text: string, face: Face, size: number, width: number): string[] {
  const space = widthOf(' ', face, size);
  const lines: { words: string[]; width: number }[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const own = widthOf(word, face, size);
    const last = lines.at(-1);
    if (last && last.width + space + own <= width) {
      last.words.push(word);
      last.width += space + own;
    } else lines.push({ words: [word], width: own });
  }
  return lines.map(({ words }) => words.join(' '));
}

export const fits = (text: string, face: Face, size: number, width: number): boolean =>
  widthOf(text, face, size) <= width;

/** Cut at the end to fit, with an ellipsis. */
export function cutTo(text: string, face: Face, size: number, width: number): string {
  if (fits(text, face, size, width)) return text;
  const letters = [...text];
  const wide = letters.findIndex((_, i) => !fits(`${letters.slice(0, i + 1).join('')}…`, face, size, width));
  return `${letters.slice(0, Math.max(0, wide)).join('').trimEnd()}…`;
}

/** At most so many lines: what is left over is cut off in the last. */
export function fewLines(text: string, face: Face, size: number, width: number, most: number): string[] {
  const all = linesOf(text, face, size, width);
  const kept = all.length > most ? [...all.slice(0, most - 1), all.slice(most - 1).join(' ')] : all;
  return kept.map((line) => cutTo(line, face, size, width));
}
