// The typefaces of pictures and PDFs, all under the Open Font License: Source for Latin, Cyrillic and Greek, else Noto.
import type { Font } from 'fontkit';
import { removeShaping } from '../text/invisible.ts';
import { type Fontkit, openFonts } from './open-fonts.ts';

/** Font files from packages, because fonts of the machine would make the output depend on it. */
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

/** Faces of the scripts that the default faces do not cover. */
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

/** Fallbacks for letters that a face does not contain. */
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

/** Returns true if the text needs one of the large optional faces. */
export const needsOptionalFaces = (text: string): boolean =>
  /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\uff00-\uffef]/u.test(text);

export interface TextRun {
  face: Face;
  text: string;
}

export interface Faces {
  /** Returns a token that fontkit accepts instead of the face's bytes and resolves to the open font. */
  token: (face: Face) => Buffer;
  font: (face: Face) => Font;
  /** Splits a text into runs of one face each. Letters that no face contains are omitted and added to `missing`. */
  runs: (text: string, face: Face, missing?: Set<string>) => TextRun[];
}

/** Returns the text in one line without invisible characters. */
export const drawableLine = (text: string): string =>
  removeShaping(text.normalize('NFC').replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' '));

/** Opens faces on demand. `read` returns the bytes of a face’s file, if it exists. */
export function openFaces(read: (file: string) => Buffer | undefined, fontkit: Fontkit): Faces {
  const { open, token } = openFonts((face: Face) => read(faceFiles[face]), fontkit);
  const has = (face: Face, letter: string) => open(face)?.hasGlyphForCodePoint(letter.codePointAt(0)!) ?? false;
  const findFace = (letter: string, face: Face) => candidateFaces(letter, face).find((name) => has(name, letter));
  /** Chooses one face for all Han characters of a text: Chinese if the Japanese face lacks one of them. */
  const chooseHanFace = (text: string): Face =>
    han.test(text) && !kana.test(text) && [...text].some((letter) => han.test(letter) && !has('japanese', letter))
      ? 'chinese'
      : 'japanese';
  /** Chooses the face of a letter. A combining mark uses the face of its base letter. */
  const chooseFace = (letter: string, face: Face, hanFace: Face, last: Face | undefined): Face | undefined => {
    if (last && /\p{M}/u.test(letter) && has(last, letter)) return last;
    return han.test(letter) && has(hanFace, letter) ? hanFace : findFace(letter, face);
  };
  return {
    token,
    font: (face) => open(face)!,
    runs: (text, face, missing) => {
      const runs: TextRun[] = [];
      const letters = drawableLine(text);
      const hanFace = chooseHanFace(letters);
      for (const letter of letters) {
        const run = runs.at(-1);
        const letterFace = chooseFace(letter, face, hanFace, run?.face);
        if (!letterFace) missing?.add(letter);
        else if (run?.face === letterFace) run.text += letter;
        else runs.push({ face: letterFace, text: letter });
      }
      return runs;
    },
  };
}
