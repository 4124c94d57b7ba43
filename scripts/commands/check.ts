// npm run check: what can be checked without starting the program.
import { command, UsageError } from './command.ts';

export const check = command({
  summary: 'Checks lock file, format, lint, import rules and types, and runs the unit tests.',
  examples: [
    ['', 'checks everything'],
    ['PATH …', 'format, lint and unit tests of these files and folders, in seconds'],
    ['--changed', 'the same for what differs from the last commit'],
  ],
  operands: 'PATH …',
  options: { changed: { type: 'boolean', doc: 'only what differs from the last commit' } },
  endings: { 0: 'everything passed', 1: 'something failed' },
  run: async ({ values: { changed }, operands }) => {
    if (changed && operands.length > 0) throw new UsageError('Give either paths or --changed.');
    const { changedFiles, filesOf } = await import('../test/selection.ts');
    const { check } = await import('../test/check.ts');
    return check(changed ? changedFiles() : operands.length > 0 ? filesOf(operands) : undefined);
  },
});
