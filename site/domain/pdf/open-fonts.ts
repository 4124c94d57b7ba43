// Fonts that are opened once for all PDFs of a process: to decode their tables takes longer than everything else in a PDF.
import type { create, Font } from 'fontkit';

/** What is used of the package, which has a second copy of everything for who imports it; pdfmake requires it. */
export interface Fontkit {
  create: typeof create;
  /** The types of the package leave this out. */
  registerFormat: (format: {
    probe: (bytes: Uint8Array) => boolean;
    new (stream: { buffer: Uint8Array }): object;
  }) => void;
}

const tokenOf = (face: string): Buffer => Buffer.from(`face ${face}`);

/**
 * The font with the same decoded tables and glyphs of its own: a glyph remembers the letter that it was first set for,
 * and a PDF gives that letter to who copies, searches or reads it aloud.
 */
const withOwnGlyphs = (font: Font): Font => Object.assign(Object.create(font) as Font, { _glyphs: {} });

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
        return withOwnGlyphs(fontOf(buffer)!.decoded);
      }
    },
  );
  const token = (face: Face): Buffer => {
    open(face);
    return tokenOf(face);
  };
  return { open, token };
}
