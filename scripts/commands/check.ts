// npm run check: what can be checked without starting the program.
import { command } from './command.ts';

export const check = command({
  summary: 'Checks lock file, format, lint, import rules and types, and runs the unit tests.',
  options: {},
  endings: { 0: 'everything passed', 1: 'something failed' },
  run: async () => {
    const checks = await import('../check.ts');
    return checks.close(await checks.check());
  },
});
