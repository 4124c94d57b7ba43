// Measures builds of the whole room, and builds after one approval.
import process from 'node:process';
import { root } from '../settings.ts';
import { type Env, type RunCost, runTimed } from './children.ts';
import { generatedItem, writeItem } from './generate.ts';
import type { Row } from './report.ts';

const approvals = 3;

export interface BuildOptions {
  items: number;
  content: string;
  env: Env;
}

/** Runs `npm run build`: from item files to a live release. */
export const buildRoom = (env: Env): Promise<RunCost> =>
  runTimed(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, env });

async function approveOne(options: BuildOptions, n: number): Promise<RunCost> {
  await writeItem(options.content, generatedItem(n, options.items));
  return buildRoom(options.env);
}

export async function measureBuilds(options: BuildOptions): Promise<Row[]> {
  const { items } = options;
  const full = await buildRoom(options.env);
  const after: RunCost[] = [];
  for (let i = 0; i < approvals; i++) after.push(await approveOne(options, items + i));
  const minSeconds = Math.min(...after.map(({ seconds }) => seconds));
  const minCpuSeconds = Math.min(...after.map(({ cpuSeconds }) => cpuSeconds));
  return [
    { items, name: 'full build', value: full.seconds, unit: 's' },
    { items, name: 'full build, CPU', value: full.cpuSeconds, unit: 's' },
    { items, name: 'full build, memory', value: full.peakMiB!, unit: 'MiB' },
    {
      items,
      name: 'build after one approval',
      value: minSeconds,
      unit: 's',
      comparison: { full: { value: full.seconds } },
    },
    {
      items,
      name: 'build after one approval, CPU',
      value: minCpuSeconds,
      unit: 's',
      comparison: { full: { value: full.cpuSeconds } },
    },
  ];
}
