// npm run dev: the room while somebody changes its code.
import { command } from './command.ts';

export const dev = command('dev', async (_, io) => {
  const { dev } = await import('../dev.ts');
  return dev(io);
});
