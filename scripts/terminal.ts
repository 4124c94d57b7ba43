// Talking with a person on the terminal.
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
