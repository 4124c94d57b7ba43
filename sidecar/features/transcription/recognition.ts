// Converts results of sherpa-onnx to text with word times.

export interface Recognition {
  text: string;
  /** Seconds from the beginning of the sound at which each word begins. Words are separated by white space. */
  wordStarts?: number[];
  /** Primary subtag of the detected language. */
  language?: string;
}

/** Result of a sherpa-onnx recogniser; the lists are empty for models without times. */
export interface SherpaResult {
  text: string;
  lang?: string;
  tokens?: string[];
  timestamps?: number[];
}

const withoutSpaces = (text: string): string => text.replace(/[\s▁]/g, '');

/** Returns the start of each word from the times of tokens; undefined if the tokens do not spell the text. */
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

export function toRecognition({ text: given, lang = '', tokens = [], timestamps = [] }: SherpaResult): Recognition {
  const text = given.trim();
  const language = /^(?:<\|)?([a-z]{2,3})(?:\|>)?$/.exec(lang)?.[1];
  const starts = text && tokens.length > 0 && tokens.length === timestamps.length && startsOf(text, tokens, timestamps);
  return { text, ...(starts && { wordStarts: starts }), ...(language && { language }) };
}
