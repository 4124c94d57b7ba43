// npm run dev: the room while somebody changes its code.
import { command } from './command.ts';

export const dev = command({
  summary: 'Builds and serves the room, and again whenever its code changes. Content is followed as by npm start.',
  options: {},
  endings: { 0: 'it was stopped', 1: 'it cannot start; the lines above say why' },
  run: async () => {
    const { dev } = await import('../dev.ts');
    return dev();
  },
});
