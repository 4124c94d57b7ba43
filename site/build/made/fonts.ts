// The typefaces of pictures and PDFs, both under the Open Font License: Latin, Cyrillic and Greek.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

const families = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
} as const;
export type Face = keyof typeof families;

const opened = new Map<Face, Font>();

/** Opened once for all builds of the process. */
export function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(families[face])))) as Font;
  opened.set(face, font);
  return font;
}
