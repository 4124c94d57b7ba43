// Tokens of a quoted text: words, signs and numbers.

export interface Token {
  /** Normalized form, the same for every spelling. */
  form: string;
  start: number;
  end: number;
  isWord: boolean;
}
