// The entry of every command: `node scripts/main.ts NAME arguments`, which is what `npm run NAME` calls.
import process from 'node:process';
import { commands, isCommand } from './commands/table.ts';

/** A reader that has seen enough (`| head`) is no failure. */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const [name = '', ...args] = process.argv.slice(2);
if (!isCommand(name)) {
  console.error(`There is no command ${JSON.stringify(name)}: give one of ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
const code = await (await commands[name]()).run(name, args);
// Astro, wallets and workers may keep connections open for a while. A pipe takes 64 KB at once: what was printed goes first.
if (code !== undefined) process.stdout.write('', () => process.exit(code));
