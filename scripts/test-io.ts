// Runs commands for tests, in this process and with surroundings of their own.
import { runCommand } from './commands/table.ts';
import type { CommandName } from './commands/command.ts';
import type { Environment } from '../sidecar/settings/settings.ts';
import type { Io } from './io.ts';
import { root } from './settings.ts';

/** `printed` grows with what is written to standard output and standard error. */
export function memoryIo(env: Environment = process.env): { io: Io; printed: { out: string; err: string } } {
  const printed = { out: '', err: '' };
  const io: Io = {
    env,
    folder: root,
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.err += text) },
  };
  return { io, printed };
}

/** Runs the command to its end; gives the exit code and what it printed. */
export async function runInMemory(env: Environment, name: CommandName, ...args: string[]) {
  const { io, printed } = memoryIo(env);
  const code = await runCommand(name, args, io);
  return { code, ...printed };
}
