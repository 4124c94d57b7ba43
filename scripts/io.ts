// Environment, folder, output and terminal of a command. The main program takes them from its process, tests create
// their own.
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
  /** Working folder, to which paths in arguments are relative. */
  folder: string;
  stdout: Output;
  stderr: Output;
  /** Terminal of a person, if there is one. */
  terminal?: Terminal;
}

export const print = ({ stdout }: Pick<Io, 'stdout'>, line: string): void => void stdout.write(`${line}\n`);

export const printError = ({ stderr }: Pick<Io, 'stderr'>, line: string): void => void stderr.write(`${line}\n`);

/** Prints one line. Control characters in external text become visible. */
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

/** Expected failure. Its message is printed unchanged, and `code` is the exit code. */
export class CommandError extends Error {
  readonly code: number;
  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}
