// Asks a person on the terminal.
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  say(line: string): void;
  /** Returns the trimmed answer, or undefined if the input has ended (Ctrl-C, Ctrl-D). */
  ask(question: string): Promise<string | undefined>;
}

/** Returns undefined if input or output is not a terminal. */
export function openTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  const say = (line: string) => void output.write(`${line}\n`);
  return {
    say,
    async ask(question) {
      // The interface is open only for the question, since an editor may need the keyboard between two.
      const readline = createInterface({ input, output });
      const end = new Promise<undefined>((resolve) => readline.once('close', () => resolve(undefined)));
      const answer = await Promise.race([end, readline.question(question)]);
      if (answer === undefined) say('');
      readline.close();
      return answer?.trim();
    },
  };
}
