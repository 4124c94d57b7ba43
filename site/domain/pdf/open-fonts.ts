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

const faceToken = (face: string): Buffer => Buffer.from(`face ${face}`);

/** The font with the same decoded tables and glyphs of its own: a glyph remembers the letter that it was first set for. */
const withOwnGlyphs = (font: Font): Font => Object.assign(Object.create(font) as Font, { _glyphs: {} });

/** A font has fewer glyphs than this (OpenType, maxp: numGlyphs is a uint16). */
const glyphNumberStep = 0x10000;

/**
 * For one PDF, which says one text for each glyph to who copies, searches or reads it aloud. Letters share glyphs: Arabic
 * ones that differ only in their dots, Δ and ∆. So a glyph is another one, and embedded again, for each text it stands for.
 */
function copyForDocument(decoded: Font): Font {
  const font = withOwnGlyphs(decoded);
  const glyphs = new Map<string, Glyph>();
  const numbers = new Map<Glyph, number>();
  const copiesOfGlyph = new Map<number, number>();
  const getGlyph = (id: number, codePoints: number[] = []): Glyph => {
    const name = [id, ...codePoints].join(' ');
    const glyph =
      glyphs.get(name) ?? Object.assign(Object.create(decoded.getGlyph.call(font, id)!) as Glyph, { codePoints });
    glyphs.set(name, glyph);
    return glyph;
  };
  const glyphNumber = (glyph: Glyph): number => {
    const times = copiesOfGlyph.get(glyph.id) ?? 0;
    if (!numbers.has(glyph)) copiesOfGlyph.set(glyph.id, times + 1);
    const number = numbers.get(glyph) ?? glyph.id + times * glyphNumberStep;
    numbers.set(glyph, number);
    return number;
  };
  const layout: Font['layout'] = (...asked) => {
    const run = decoded.layout.apply(font, asked);
    // What PDFKit reads of a glyph.
    const pdfGlyph = (glyph: Glyph) =>
      ({ id: glyphNumber(glyph), codePoints: glyph.codePoints, advanceWidth: glyph.advanceWidth }) as Glyph;
    return Object.assign(run, { glyphs: run.glyphs.map(pdfGlyph) });
  };
  const createSubset = (): Subset => {
    const subset = decoded.createSubset.call(font) as OpenSubset;
    const includeGlyph = (number: number) =>
      (subset.mapping[number] ??= subset.glyphs.push(number % glyphNumberStep) - 1);
    return Object.assign(subset, { includeGlyph });
  };
  return Object.assign(font, { getGlyph, layout, createSubset });
}

interface OpenFont {
  /** Nothing is set with it: its layout engine and glyphs would be those of every PDF. */
  decoded: Font;
  /** For pictures, and to measure text. */
  font: Font;
}

export function openFonts<Face extends string>(read: (face: Face) => Buffer | undefined, fontkit: Fontkit) {
  const openFontsByToken = new Map<string, OpenFont>();
  const findFont = (token: Uint8Array) => openFontsByToken.get(Buffer.from(token).toString());
  const open = (face: Face): Font | undefined => {
    const known = findFont(faceToken(face));
    const bytes = known ? undefined : read(face);
    if (!bytes) return known?.font;
    const decoded = fontkit.create(bytes) as Font;
    const font = withOwnGlyphs(decoded);
    openFontsByToken.set(faceToken(face).toString(), { decoded, font });
    return font;
  };
  fontkit.registerFormat(
    class {
      static probe = (bytes: Uint8Array) => findFont(bytes) !== undefined;
      constructor({ buffer }: { buffer: Uint8Array }) {
        return copyForDocument(findFont(buffer)!.decoded);
      }
    },
  );
  const token = (face: Face): Buffer => {
    open(face);
    return faceToken(face);
  };
  return { open, token };
}
