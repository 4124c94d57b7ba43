// npm run soak: the fault tests at full length.
import { command, UsageError } from './command.ts';

export const soak = command({
  summary: 'Runs the fault tests at full length: hours of kills, restarts, load and slow clients.',
  examples: [
    ['', 'everything'],
    ['NAME …', 'only these: a test file by its name, such as kills, engine or schedules, or fuzz'],
  ],
  operands: 'NAME …',
  options: {},
  details:
    'The seed is printed; SOAK_SEED=… npm run soak takes the same one again. SOAK_KILLS=… kills so often (2000), over all; SOAK_PAYMENTS=… pays so often on each rail (500); SOAK_MINUTES=… is how long a fleet is disturbed (30).',
  endings: { 0: 'everything passed', 1: 'something failed' },
  run: async ({ operands }) => {
    const { soak, soakFilesOf } = await import('../test/soak.ts');
    for (const name of operands) if (soakFilesOf([name]).length === 0) throw new UsageError(`There is no ${name}.`);
    return soak(soakFilesOf(operands));
  },
});
