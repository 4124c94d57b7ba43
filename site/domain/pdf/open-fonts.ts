// Fonts that are opened once for all PDFs of a process: to decode their tables takes longer than everything else in a PDF.
import type { create, Font, Glyph, Subset } from 'fontkit';

/** What is used of the package, which has a second copy of everything for who imports it; pdfmake requires it. */
export interface Fontkit {
  create: typeof create;
  /** The types of the package leave this out. */
  registerFormat: (format: {
    probe: (bytes: Uint8Array) => boolean;
    new (stream: { buffer: Uint8Array }): object;
  }) => void;
}

/** The types of the package leave this out. */
type OpenSubset = Subset & { glyphs: number[]; mapping: Record<number, number> };

const tokenOf = (face: string): Buffer => Buffer.from(`face ${face}`);

/** The font with the same decoded tables and glyphs of its own: a glyph remembers the letter that it was first set for. */
const withOwnGlyphs = (font: Font): Font => Object.assign(Object.create(font) as Font, { _glyphs: {} });

/** A font has fewer glyphs than this (OpenType, maxp: numGlyphs is a uint16). */
const manyGlyphs = 0x10000;

/**
 * For one PDF, which says one text for each glyph to who copies, searches or reads it aloud. Letters share glyphs: Arabic
 * ones that differ only in their dots, Δ and ∆. So a glyph is another one, and embedded again, for each text it stands for.
 */
function forDocument(decoded: Font): Font {
  const font = withOwnGlyphs(decoded);
  const known = new Map<string, Glyph>();
  const numbers = new Map<Glyph, number>();
  const timesOf = new Map<number, number>();
  const getGlyph = (id: number, codePoints: number[] = []): Glyph => {
    const name = [id, ...codePoints].join(' ');
    const glyph =
      known.get(name) ?? Object.assign(Object.create(decoded.getGlyph.call(font, id)!) as Glyph, { codePoints });
    known.set(name, glyph);
    return glyph;
  };
  const numberOf = (glyph: Glyph): number => {
    const times = timesOf.get(glyph.id) ?? 0;
    if (!numbers.has(glyph)) timesOf.set(glyph.id, times + 1);
    const number = numbers.get(glyph) ?? glyph.id + times * manyGlyphs;
    numbers.set(glyph, number);
    return number;
  };
  const layout: Font['layout'] = (...asked) => {
    const run = decoded.layout.apply(font, asked);
    // What PDFKit reads of a glyph.
    const asRead = (glyph: Glyph) =>
      ({ id: numberOf(glyph), codePoints: glyph.codePoints, advanceWidth: glyph.advanceWidth }) as Glyph;
    return Object.assign(run, { glyphs: run.glyphs.map(asRead) });
  };
  const createSubset = (): Subset => {
    const subset = decoded.createSubset.call(font) as OpenSubset;
    const includeGlyph = (number: number) => (subset.mapping[number] ??= subset.glyphs.push(number % manyGlyphs) - 1);
    return Object.assign(subset, { includeGlyph });
  };
  return Object.assign(font, { getGlyph, layout, createSubset });
}

interface Opened {
  /** Nothing is set with it: its layout engine and glyphs would be those of every PDF. */
  decoded: Font;
  /** For pictures, and to measure text. */
  font: Font;
}

export function openFonts<Face extends string>(read: (face: Face) => Buffer | undefined, fontkit: Fontkit) {
  const opened = new Map<string, Opened>();
  const fontOf = (token: Uint8Array) => opened.get(Buffer.from(token).toString());
  const open = (face: Face): Font | undefined => {
    const known = fontOf(tokenOf(face));
    const bytes = known ? undefined : read(face);
    if (!bytes) return known?.font;
    const decoded = fontkit.create(bytes) as Font;
    const font = withOwnGlyphs(decoded);
    opened.set(tokenOf(face).toString(), { decoded, font });
    return font;
  };
  fontkit.registerFormat(
    class {
      static probe = (bytes: Uint8Array) => fontOf(bytes) !== undefined;
      constructor({ buffer }: { buffer: Uint8Array }) {
        return forDocument(fontOf(buffer)!.decoded);
      }
    },
  );
  const token = (face: Face): Buffer => {
    open(face);
    return tokenOf(face);
  };
  return { open, token };
}
