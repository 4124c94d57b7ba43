// The typefaces of pictures and PDFs, all under the Open Font License: Source for Latin, Cyrillic and Greek, Noto for other scripts.
import type { Font } from 'fontkit';
import { removeShaping } from '../text/invisible.ts';
import { type Fontkit, openFonts } from './open-fonts.ts';

/** Files of packages, since fonts of the machine would give other bytes on each. */
export const faceFiles = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  serifItalic: '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  japanese: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  chinese: '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  korean: '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  arabic: '@expo-google-fonts/noto-naskh-arabic/500Medium/NotoNaskhArabic_500Medium.ttf',
  hebrew: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
} as const;
export type Face = keyof typeof faceFiles;

export const scriptFaces = [
  'japanese',
  'chinese',
  'korean',
  'arabic',
  'hebrew',
  'devanagari',
  'thai',
] as const satisfies Face[];

/** By the scripts that a face of its own has: no other is opened for them. */
const facesByScript: [RegExp, Face][] = [
  [/[\p{scx=Arabic}]/u, 'arabic'],
  [/[\p{scx=Hebrew}]/u, 'hebrew'],
  [/[\p{scx=Devanagari}]/u, 'devanagari'],
  [/[\p{scx=Thai}]/u, 'thai'],
  [/[\p{scx=Hangul}]/u, 'korean'],
  [/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uff00-\uffef]/u, 'japanese'],
  [/[\p{scx=Han}]/u, 'chinese'],
];
const han = /\p{Script=Han}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Where a face has no glyph, another may. */
const fallbackFaces: Partial<Record<Face, readonly Face[]>> = {
  serif: ['serif', 'sans'],
  serifItalic: ['serifItalic', 'serif', 'sans'],
  sans: ['sans', 'serif'],
  sansBold: ['sansBold', 'sans', 'serif'],
};

const candidateFaces = (letter: string, face: Face): Face[] => [
  ...(fallbackFaces[face] ?? [face]),
  ...facesByScript.flatMap(([script, own]) => (script.test(letter) ? [own] : [])),
];

/** Letters of the faces that a room may do without: they are large, and few rooms need them. */
export const needsOptionalFaces = (text: string): boolean =>
  /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\uff00-\uffef]/u.test(text);

export interface TextRun {
  face: Face;
  text: string;
}

export interface Faces {
  /** Given to fontkit in the place of the face's bytes, it is the font that is open already. */
  token: (face: Face) => Buffer;
  font: (face: Face) => Font;
  /** The text in parts, each in a face that has all of it; what no face has is left out, and added to `missing`. */
  runs: (text: string, face: Face, missing?: Set<string>) => TextRun[];
}

/** Text in one line, of letters that are seen. */
export const drawableLine = (text: string): string =>
  removeShaping(text.normalize('NFC').replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' '));

/** `read` gives the bytes of a face’s file, if it is there; each is opened when it is first needed. */
export function openFaces(read: (file: string) => Buffer | undefined, fontkit: Fontkit): Faces {
  const { open, token } = openFonts((face: Face) => read(faceFiles[face]), fontkit);
  const has = (face: Face, letter: string) => open(face)?.hasGlyphForCodePoint(letter.codePointAt(0)!) ?? false;
  const faceOf = (letter: string, face: Face) => candidateFaces(letter, face).find((name) => has(name, letter));
  /** All of a text in one: letters that Japanese does not write say that it is Chinese. */
  const hanFaceOf = (text: string): Face =>
    han.test(text) && !kana.test(text) && [...text].some((letter) => han.test(letter) && !has('japanese', letter))
      ? 'chinese'
      : 'japanese';
  return {
    token,
    font: (face) => open(face)!,
    runs: (text, face, missing) => {
      const runs: TextRun[] = [];
      const letters = drawableLine(text);
      const hanFace = hanFaceOf(letters);
      for (const letter of letters) {
        // A mark belongs to the letter that it stands on.
        const last = runs.at(-1)?.face;
        const isMark = last && /\p{M}/u.test(letter) && has(last, letter);
        const found = isMark ? last : han.test(letter) && has(hanFace, letter) ? hanFace : faceOf(letter, face);
        if (!found) missing?.add(letter);
        else if (runs.at(-1)?.face === found) runs.at(-1)!.text += letter;
        else runs.push({ face: found, text: letter });
      }
      return runs;
    },
  };
}
