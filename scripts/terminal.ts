// Talking with a person on the terminal: questions, and text from outside made harmless to print.
import process from 'node:process';
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  say(line: string): void;
  /** The trimmed answer; `undefined` when the input has ended (Ctrl-C, Ctrl-D). */
  ask(question: string): Promise<string | undefined>;
}

export const hasTerminal = (): boolean => Boolean(process.stdin.isTTY && process.stdout.isTTY);

export const theTerminal: Terminal = {
  say: (line) => console.log(line),
  async ask(question) {
    // Open only while it asks: between questions an editor may want the keyboard.
    const readline = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise<undefined>((resolve) => readline.once('close', () => resolve(undefined)));
    const answer = await Promise.race([ended, readline.question(question)]);
    if (answer === undefined) console.log();
    readline.close();
    return answer?.trim();
  },
};

/** Without control characters and writing-direction overrides, which could rewrite what the terminal shows. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
/** The same, on one line. */
export const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' ').trim());
