// npm start: the main job, ingest, build, serve.
import { command } from './command.ts';

export const start = command({
  summary: 'Reads the feeds, builds the room and serves it.',
  options: {},
  endings: { 0: 'it was stopped', 1: 'it cannot start; the lines above say why' },
  run: async () => {
    await import('../start.ts');
    return undefined;
  },
});
