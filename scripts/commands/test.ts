// npm test: everything of npm run check, and the program as its clients see it.
import { command } from './command.ts';

export const test = command({
  summary: 'Runs all checks and tests, those in a browser too.',
  options: {},
  endings: { 0: 'everything passed', 1: 'something failed' },
  run: async () => {
    await import('../test.ts');
    return undefined;
  },
});
