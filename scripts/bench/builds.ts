// Builds: the whole room, its texts in it, the room after one approval, and Hugo's build of the same Markdown.
import { join } from 'node:path';
import process from 'node:process';
import type { ReleasePage } from '#domain/release/page.ts';
import { openSnapshot, readPages } from '../../sidecar/release/room-db.ts';
import { root } from '../settings.ts';
import { type Env, type Spent, timed } from './children.ts';
import { measureCard } from './card.ts';
import { generatedItem, writeItem } from './generate.ts';
import { hugoBuild, type Written } from './hugo.ts';
import type { Row } from './report.ts';

const approvals = 3;

export interface BuildOptions {
  items: number;
  folder: string;
  content: string;
  env: Env;
  hugo: boolean;
}

interface Built extends Spent {
  output: string;
}

/** From item files to a live release: what `npm run build` runs. */
export const buildRoom = (env: Env): Promise<Built> =>
  timed(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, env });

/** Steps of a build that make pages, JSON and Markdown, from reading the content to the commit. */
const textSteps = ['content', 'plan', 'items', 'lists', 'pages', 'files', 'commit'];

/** Reads the processor time of each step from the output of the command. */
function textSeconds(output: string): number {
  const [, said = ''] = /s of processor time: (.*)/.exec(output) ?? [];
  const steps = [...said.matchAll(/(\w+) ([\d.]+) s/g)].filter(([, name]) => textSteps.includes(name!));
  if (steps.length === 0) throw new Error(`the build says nothing of its steps:\n${output}`);
  return steps.reduce((sum, [, , seconds]) => sum + Number(seconds), 0);
}

interface Texts extends Omit<Written, 'seconds'> {
  compressed: number;
}

const isText = ({ type, file }: ReleasePage): boolean =>
  /^(text\/(html|markdown)|application\/(\w+\+)?json)/.test(type) && !file.startsWith('_search/');

function textsOf({ output }: Built, { DIST_DIR }: Env): Texts {
  const db = openSnapshot(DIST_DIR!);
  const texts = [...readPages(db).entries()].map(([, page]) => page).filter(isText);
  db.close();
  const compressed = texts.flatMap(({ encodings = {} }) => Object.keys(encodings)).length;
  return { cpuSeconds: textSeconds(output), files: texts.length, compressed };
}

/** Hugo compresses nothing. The first row leaves compressed files out of the count, the second counts them. */
function textRows(items: number, { cpuSeconds, files, compressed }: Texts, hugo: Written | false): Row[] {
  const byHugo = hugo && { comparison: { Hugo: { value: (1000 * hugo.cpuSeconds) / hugo.files } } };
  const row = (name: string, count: number): Row => {
    return { items, name, value: (1000 * cpuSeconds) / count, unit: 'ms', ...byHugo };
  };
  return [
    row('CPU a page, JSON or Markdown, compression included', files),
    row('the same a file, compressed ones counted, too', files + compressed),
  ];
}

async function approveOne(options: BuildOptions, n: number): Promise<Spent> {
  await writeItem(options.content, generatedItem(n, options.items));
  return buildRoom(options.env);
}

export async function measureBuilds(options: BuildOptions): Promise<Row[]> {
  const { items, folder, content } = options;
  const full = await buildRoom(options.env);
  const texts = textsOf(full, options.env);
  const hugo = options.hugo && (await hugoBuild(join(folder, 'hugo'), content));
  const after: Spent[] = [];
  for (let i = 0; i < approvals; i++) after.push(await approveOne(options, items + i));
  const least = Math.min(...after.map(({ seconds }) => seconds));
  const leastCpu = Math.min(...after.map(({ cpuSeconds }) => cpuSeconds));
  const byHugo = (value: number | false) => (value === false ? {} : { comparison: { Hugo: { value } } });
  return [
    { items, name: 'full build', value: full.seconds, unit: 's', ...byHugo(hugo && hugo.seconds) },
    { items, name: 'full build, CPU', value: full.cpuSeconds, unit: 's', ...byHugo(hugo && hugo.cpuSeconds) },
    { items, name: 'full build, memory', value: full.peakMiB!, unit: 'MiB' },
    { items, name: 'build after one approval', value: least, unit: 's', comparison: { full: { value: full.seconds } } },
    {
      items,
      name: 'build after one approval, CPU',
      value: leastCpu,
      unit: 's',
      comparison: { full: { value: full.cpuSeconds } },
    },
    ...textRows(items, texts, hugo),
    await measureCard(items),
  ];
}
