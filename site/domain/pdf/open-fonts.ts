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

export function openFonts<Face extends string>(read: (face: Face) => Buffer | undefined, fontkit: Fontkit) {
  const opened = new Map<string, Font>();
  const fontOf = (token: Uint8Array) => opened.get(Buffer.from(token).toString());
  const open = (face: Face): Font | undefined => {
    const known = fontOf(tokenOf(face));
    const bytes = known ? undefined : read(face);
    if (!bytes) return known;
    const font = fontkit.create(bytes) as Font;
    opened.set(tokenOf(face).toString(), font);
    return font;
  };
  fontkit.registerFormat(
    class {
      static probe = (bytes: Uint8Array) => fontOf(bytes) !== undefined;
      constructor({ buffer }: { buffer: Uint8Array }) {
        return fontOf(buffer)!;
      }
    },
  );
  const token = (face: Face): Buffer => {
    open(face);
    return tokenOf(face);
  };
  return { open, token };
}
