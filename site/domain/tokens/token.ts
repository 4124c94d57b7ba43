// A word, a sign or a number of a text that is quoted.

export interface Token {
  /** The same for every way of writing it. */
  form: string;
  start: number;
  end: number;
  isWord: boolean;
}
