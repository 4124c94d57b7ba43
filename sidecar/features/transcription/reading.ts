// What a model makes of a piece of sound, and what sherpa-onnx says about its words.

export interface Reading {
  text: string;
  /** Seconds from the beginning of the piece at which each word begins, by white space. */
  wordStarts?: number[];
  /** Primary subtag. */
  language?: string;
}

/** https://k2-fsa.github.io/sherpa/onnx: of models without times the lists are empty. */
export interface SherpaResult {
  text: string;
  lang?: string;
  tokens?: string[];
  timestamps?: number[];
}

const withoutSpaces = (text: string): string => text.replace(/[\s▁]/g, '');

/** By the letters of the tokens, which together are those of the text; undefined where they are others. */
function startsOf(text: string, tokens: string[], times: number[]): number[] | undefined {
  const ends: number[] = [];
  let letters = '';
  for (const token of tokens) {
    letters += withoutSpaces(token);
    ends.push(letters.length);
  }
  if (letters.toLowerCase() !== withoutSpaces(text).toLowerCase()) return undefined;
  let [at, token] = [0, 0];
  return text.split(/\s+/).map((word) => {
    while (ends[token]! <= at) token += 1;
    at += withoutSpaces(word).length;
    return times[token]!;
  });
}

export function readingOf({ text: given, lang = '', tokens = [], timestamps = [] }: SherpaResult): Reading {
  const text = given.trim();
  const language = /^(?:<\|)?([a-z]{2,3})(?:\|>)?$/.exec(lang)?.[1];
  const starts = text && tokens.length > 0 && tokens.length === timestamps.length && startsOf(text, tokens, timestamps);
  return { text, ...(starts && { wordStarts: starts }), ...(language && { language }) };
}
