// Runs npm run bench.
import { benchParts, type BenchPart, measure } from '../bench/main.ts';
import { command, UsageError } from './command.ts';

function parseNumbers(name: string, list: string): number[] {
  const read = list.split(',').map(Number);
  if (read.some((number) => !(number > 0))) throw new UsageError(`--${name} must have numbers above 0, not ${list}.`);
  return read;
}

function parseParts(list: string): Set<BenchPart> {
  const names = list.split(',');
  const unknown = names.find((name) => !(benchParts as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`--only: unknown part ${unknown}. Use ${benchParts.join(', ')}.`);
  return new Set(names as BenchPart[]);
}

export const bench = command('bench', async ({ values }, io) => {
  const { sizes = '1000,10000,100000', only, seconds = '2', rounds = '5', json } = values;
  await measure(io, {
    sizes: parseNumbers('sizes', sizes),
    parts: only === undefined ? new Set(benchParts) : parseParts(only),
    seconds: parseNumbers('seconds', seconds)[0]!,
    rounds: parseNumbers('rounds', rounds)[0]!,
    jsonFile: json,
  });
  return 0;
});
