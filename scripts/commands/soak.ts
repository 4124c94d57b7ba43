// Runs npm run soak: the fault tests at full length.
import { command, UsageError } from './command.ts';

export const soak = command('soak', async ({ operands }, io) => {
  const { runSoak, soakFilesOf } = await import('../test/soak.ts');
  for (const name of operands) if (soakFilesOf([name]).length === 0) throw new UsageError(`There is no ${name}.`);
  return runSoak(io, soakFilesOf(operands));
});
