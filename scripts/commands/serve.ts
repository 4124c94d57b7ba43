// npm run serve: the server alone, for what is built.
import { command } from './command.ts';

export const serve = command({
  summary: 'Serves the live release, without reading feeds or building first.',
  options: {},
  endings: { 0: 'it was stopped', 1: 'it cannot start; the lines above say why' },
  run: async () => {
    await import('../../sidecar/main.ts');
    return undefined;
  },
});
