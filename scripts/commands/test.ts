// npm test: everything of npm run check, and the program as its clients see it.
import { command } from './command.ts';

export const test = command({
  summary: 'Runs all checks and tests, those in a browser too.',
  examples: [
    ['', 'everything'],
    ['PATH …', 'the tests in these files and folders, for example e2e/release.test.ts'],
  ],
  operands: 'PATH …',
  options: {},
  endings: { 0: 'everything passed', 1: 'something failed' },
  run: async ({ operands }) => {
    const { testFilesOf } = await import('../test/selection.ts');
    const { test } = await import('../test/test.ts');
    return test(operands.length > 0 ? testFilesOf(operands) : undefined);
  },
});
