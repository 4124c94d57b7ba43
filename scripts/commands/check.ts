// Runs npm run check: everything that can be checked without starting the program.
import { command, UsageError } from './command.ts';

export const check = command('check', async ({ values: { changed }, operands }, io) => {
  if (changed && operands.length > 0) throw new UsageError('Give either paths or --changed.');
  const { changedFiles, filesOf } = await import('../test/selection.ts');
  const { check } = await import('../test/check.ts');
  return check(io, changed ? changedFiles() : operands.length > 0 ? filesOf(operands) : undefined);
});
