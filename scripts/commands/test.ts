// npm test: everything of npm run check, and the program as its clients see it.
import { command } from './command.ts';

export const test = command('test', async ({ operands }, io) => {
  const { testFilesOf } = await import('../test/selection.ts');
  const { test } = await import('../test/test.ts');
  return test(io, operands.length > 0 ? testFilesOf(operands) : undefined);
});
