// Runs a command: `node scripts/main.ts NAME arguments`, which is what `npm run NAME` calls.
import process from 'node:process';
import { commandNames, isCommand, runCommand } from './commands/table.ts';
import { openTerminal } from './terminal.ts';

/** A closed pipe, as in `| head`, is not a failure. */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const [name = '', ...args] = process.argv.slice(2);
if (!isCommand(name)) {
  console.error(`Unknown command ${JSON.stringify(name)}. Use one of ${commandNames.join(', ')}`);
  process.exit(2);
}
const { env, stdin, stdout, stderr } = process;
const terminal = openTerminal(stdin, stdout);
const code = await runCommand(name, args, {
  env,
  folder: process.cwd(),
  stdout,
  stderr,
  ...(terminal && { terminal }),
});
// Astro, wallets and workers may keep connections open, so the process is ended after all output was written.
if (code !== undefined) stdout.write('', () => process.exit(code));
