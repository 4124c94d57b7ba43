// npm run soak: the fault tests at full length.
import { command } from './command.ts';

export const soak = command({
  summary: 'Runs the fault tests at full length: half an hour of kills and restarts.',
  options: {},
  details: 'The seed is printed; SOAK_SEED=… npm run soak takes the same one again.',
  endings: { 0: 'everything passed', 1: 'something failed' },
  run: async () => {
    const { soak } = await import('../test/soak.ts');
    return soak();
  },
});
