// Talking with a person on the terminal.
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  say(line: string): void;
  /** The trimmed answer; `undefined` when the input has ended (Ctrl-C, Ctrl-D). */
  ask(question: string): Promise<string | undefined>;
}

/** Undefined where nobody sits at one. */
export function openTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  const say = (line: string) => void output.write(`${line}\n`);
  return {
    say,
    async ask(question) {
      // Open only while it asks: between questions an editor may want the keyboard.
      const readline = createInterface({ input, output });
      const ended = new Promise<undefined>((resolve) => readline.once('close', () => resolve(undefined)));
      const answer = await Promise.race([ended, readline.question(question)]);
      if (answer === undefined) say('');
      readline.close();
      return answer?.trim();
    },
  };
}
