// The typefaces of pictures and PDFs, both under the Open Font License: Latin, Cyrillic and Greek.
import { create, type Font } from 'fontkit';
import { drawable } from '../text/unseen.ts';

/** Files of packages, since fonts of the machine would give other bytes on each. */
export const faceFiles = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  serifItalic: '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
} as const;
export type Face = keyof typeof faceFiles;

/** Where a face has no glyph, another may. */
const instead: Record<Face, readonly Face[]> = {
  serif: ['serif', 'sans'],
  serifItalic: ['serifItalic', 'serif', 'sans'],
  sans: ['sans', 'serif'],
  sansBold: ['sansBold', 'sans', 'serif'],
};

export interface Run {
  face: Face;
  text: string;
}

export interface Faces {
  bytes: (face: Face) => Buffer;
  font: (face: Face) => Font;
  /** The text in parts, each in a face that has all of it; what no face has is left out, and added to `missing`. */
  runs: (text: string, face: Face, missing?: Set<string>) => Run[];
}

/** Text in one line, of letters that are seen. */
export const plain = (text: string): string =>
  drawable(text.normalize('NFC').replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' '));

/** `read` gives the bytes of a face’s file; each is opened when it is first needed. */
export function openFaces(read: (file: string) => Buffer): Faces {
  const opened = new Map<Face, { bytes: Buffer; font: Font }>();
  const open = (face: Face) => {
    const known = opened.get(face);
    if (known) return known;
    const bytes = read(faceFiles[face]);
    const made = { bytes, font: create(bytes) as Font };
    opened.set(face, made);
    return made;
  };
  const faceOf = (letter: string, face: Face) =>
    instead[face].find((name) => open(name).font.hasGlyphForCodePoint(letter.codePointAt(0)!));
  return {
    bytes: (face) => open(face).bytes,
    font: (face) => open(face).font,
    runs: (text, face, missing) => {
      const runs: Run[] = [];
      for (const letter of plain(text)) {
        const found = faceOf(letter, face);
        if (!found) missing?.add(letter);
        else if (runs.at(-1)?.face === found) runs.at(-1)!.text += letter;
        else runs.push({ face: found, text: letter });
      }
      return runs;
    },
  };
}
