// Fonts that are opened once for all PDFs of a process, because decoding their tables is the slowest part of a PDF.
import type { create, Font, Glyph, Subset } from 'fontkit';

/** The used part of fontkit. It is passed in, because pdfmake loads the CommonJS copy of the package. */
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

/**
 * Copies a font with the same decoded tables but separate glyphs, which remember the letter they were first used for.
 */
const withOwnGlyphs = (font: Font): Font => Object.assign(Object.create(font) as Font, { _glyphs: {} });

/** Upper bound for the number of glyphs in a font (OpenType, maxp: numGlyphs is a uint16). */
const glyphNumberStep = 0x10000;

/**
 * Copies a font for one PDF. A PDF maps each glyph to one text for copying, searching and reading aloud, but letters
 * share glyphs: Δ and ∆, or Arabic letters that differ only in dots. So a glyph is embedded once for each text.
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
  const layout: Font['layout'] = (...args) => {
    const run = decoded.layout.apply(font, args);
    // PDFKit reads only these properties of a glyph.
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
  /**
   * Font with the decoded tables. It never sets text, because its layout engine and glyphs would be shared by all
   * PDFs.
   */
  decoded: Font;
  /** Font for pictures and for measuring text. */
  font: Font;
}

export function openFonts<Face extends string>(read: (face: Face) => Buffer | undefined, fontkit: Fontkit) {
  const openFontsByToken = new Map<string, OpenFont>();
  const findFont = (token: Uint8Array) => openFontsByToken.get(Buffer.from(token).toString());
  const open = (face: Face): Font | undefined => {
    const existing = findFont(faceToken(face));
    const bytes = existing ? undefined : read(face);
    if (!bytes) return existing?.font;
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
