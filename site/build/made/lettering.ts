// Sets text as outlines, so that a drawing looks the same on every machine, regardless of its fonts.
import type { Glyph } from 'fontkit';
import type { Face } from '#domain/pdf/faces.ts';
import { unspacedScripts } from '#domain/search/words.ts';
import { isRightToLeft, visualOrder } from '#domain/text/bidi.ts';
import { faces } from './fonts.ts';

export interface PlacedGlyph {
  face: Face;
  glyph: Glyph;
  /** Pixels per unit of the typeface. */
  scale: number;
  /** Position relative to the start of the baseline, to the right and up. */
  x: number;
  y: number;
}

/** Shaped word, or the spaces between two words, in size 1. */
interface ShapedWord {
  glyphs: PlacedGlyph[];
  width: number;
}

function shapeWord(text: string, face: Face): ShapedWord {
  let width = 0;
  const runs = faces.runs(text, face);
  // The shaper puts the letters of a run in visual order. The runs of a right-to-left word follow one another from the
  // right.
  const inOrder = isRightToLeft(text) ? runs.reverse() : runs;
  const glyphs = inOrder.flatMap((run) => {
    const font = faces.font(run.face);
    const scale = 1 / font.unitsPerEm;
    const { glyphs: found, positions } = font.layout(run.text);
    return found.map((glyph, i) => {
      const { xAdvance, xOffset, yOffset } = positions[i]!;
      const placedGlyph = { face: run.face, glyph, scale, x: width + xOffset * scale, y: yOffset * scale };
      width += xAdvance * scale;
      return placedGlyph;
    });
  });
  return { glyphs, width };
}

/** Shaped words, because most words are repeated. */
const shapedWords = new Map<string, ShapedWord>();
const maxShapedWords = 20_000;

function shapeCached(text: string, face: Face): ShapedWord {
  const key = `${face} ${text}`;
  const cachedWord = shapedWords.get(key);
  if (cachedWord) return cachedWord;
  const word = shapeWord(text, face);
  if (shapedWords.size < maxShapedWords) shapedWords.set(key, word);
  return word;
}

const shapeWords = (text: string, face: Face): ShapedWord[] =>
  (text.match(/ +|[^ ]+/g) ?? []).map((piece) => shapeCached(piece, face));

export const measureText = (text: string, face: Face, size: number): number =>
  shapeWords(text, face).reduce((sum, { width }) => sum + width, 0) * size;

export function placeGlyphs(text: string, face: Face, size: number): PlacedGlyph[] {
  let at = 0;
  return visualOrder(text)
    .map((piece) => shapeCached(piece, face))
    .flatMap(({ glyphs, width }) => {
      const left = at;
      at += width;
      return glyphs.map(({ scale, x, y, ...placedGlyph }) => {
        return { ...placedGlyph, scale: scale * size, x: (left + x) * size, y: y * size };
      });
    });
}

/** Returns the outline of a text whose baseline starts at `x` and `y`. */
export function outlineText(text: string, face: Face, size: number, x: number, y: number): string {
  const paths = placeGlyphs(text, face, size).map((placedGlyph) =>
    placedGlyph.glyph.path
      .scale(placedGlyph.scale, -placedGlyph.scale)
      .translate(x + placedGlyph.x, y - placedGlyph.y)
      .toSVG(),
  );
  return paths.join('').replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}

/** Returns the outline of a letter whose ink is centred at `x` and `y`. */
export function outlineCentred(letter: string, face: Face, size: number, x: number, y: number): string {
  // A letter may consist of several glyphs, such as its dots.
  const boxes = placeGlyphs(letter, face, size).map(({ glyph, scale, x: left, y: up }) => {
    const { minX, minY, maxX, maxY } = glyph.path.bbox;
    return { left: left + minX * scale, low: up + minY * scale, right: left + maxX * scale, high: up + maxY * scale };
  });
  if (boxes.length === 0) return '';
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const low = Math.min(...boxes.map((box) => box.low));
  const high = Math.max(...boxes.map((box) => box.high));
  return outlineText(letter, face, size, x - (left + right) / 2, y + (low + high) / 2);
}

/**
 * Units between which a line may break. Scripts without spaces break between letters, except before closing and
 * lengthening characters.
 */
const letters = new RegExp(
  `[${unspacedScripts}][、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…—]*|[^${unspacedScripts}]+`,
  'gu',
);

interface Unit {
  text: string;
  /** Space before the unit. */
  space: string;
}
const breakableUnits = (text: string): Unit[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((word) =>
      (word.match(letters) ?? []).map((part, at): Unit => ({ text: part, space: at === 0 ? ' ' : '' })),
    );

/** Breaks a text between words into lines of at most `width`. A wider word gets a line of its own. */
export function breakLines(text: string, face: Face, size: number, width: number): string[] {
  const lines: { text: string; width: number }[] = [];
  for (const unit of breakableUnits(text)) {
    const own = measureText(unit.text, face, size);
    const space = measureText(unit.space, face, size);
    const last = lines.at(-1);
    if (last && last.width + space + own <= width) {
      last.text += unit.space + unit.text;
      last.width += space + own;
    } else lines.push({ text: unit.text, width: own });
  }
  return lines.map((line) => line.text);
}

export const fitsWidth = (text: string, face: Face, size: number, width: number): boolean =>
  measureText(text, face, size) <= width;

/** Truncates a text to the width, with an ellipsis. */
export function truncateText(text: string, face: Face, size: number, width: number): string {
  if (fitsWidth(text, face, size, width)) return text;
  const letters = [...text];
  const wide = letters.findIndex((_, i) => !fitsWidth(`${letters.slice(0, i + 1).join('')}…`, face, size, width));
  return `${letters.slice(0, Math.max(0, wide)).join('').trimEnd()}…`;
}

const hasSpaces = (text: string): boolean => /\s/.test(text.trim());

/** Breaks a text into at most `maxLines` lines and truncates the last one. */
export function limitLines(text: string, face: Face, size: number, width: number, maxLines: number): string[] {
  const all = breakLines(text, face, size, width);
  const lines =
    all.length > maxLines
      ? [...all.slice(0, maxLines - 1), all.slice(maxLines - 1).join(hasSpaces(text) ? ' ' : '')]
      : all;
  return lines.map((line) => truncateText(line, face, size, width));
}
