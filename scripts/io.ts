// The surroundings of a command: environment, folder, output and terminal. A main file takes them from its process,
// and a test makes its own.
import { escapeJson, showControls } from '#domain/text/invisible.ts';
import type { Environment } from '../sidecar/settings/settings.ts';
import type { Terminal } from './terminal.ts';

export interface Output {
  write: (text: string | Uint8Array) => unknown;
  isTTY?: boolean;
  /** File descriptor that a child process can write to as well. */
  fd?: number;
}

export interface Io {
  env: Environment;
  /** The working folder, from which relative paths of arguments start. */
  folder: string;
  stdout: Output;
  stderr: Output;
  /** The person at the terminal, if there is one. */
  terminal?: Terminal;
}

export const print = ({ stdout }: Pick<Io, 'stdout'>, line: string): void => void stdout.write(`${line}\n`);

export const printError = ({ stderr }: Pick<Io, 'stderr'>, line: string): void => void stderr.write(`${line}\n`);

/** Prints one line; text from outside cannot rewrite what is shown. */
export const say = (io: Io, ...parts: (string | null)[]): void =>
  print(
    io,
    showControls(
      parts
        .filter(Boolean)
        .join('  ')
        .replace(/[\t\n]+/g, ' '),
    ),
  );

export const jsonText = (value: unknown): string => escapeJson(JSON.stringify(value, null, 2));

/** An expected failure: its message is printed as it is, and the command ends with the code. */
export class CommandError extends Error {
  readonly code: number;
  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}
