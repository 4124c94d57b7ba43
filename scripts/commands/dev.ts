// Runs npm run dev.
import { command } from './command.ts';

export const dev = command('dev', async (_, io) => {
  const { dev } = await import('../dev.ts');
  return dev(io);
});
