// Builds: the whole room, its texts alone, the room after one approval, and Hugo's build of the same Markdown.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { openCatalog } from '../build/catalog.ts';
import { readManifest } from '../../sidecar/release/read-manifest.ts';
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

/** Runs what `npm run build` runs. */
const command = (env: Env): Promise<Spent> =>
  timed(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, env });

/** From item files to a live release: catalog, then build. */
export async function buildRoom({ content, env }: Pick<BuildOptions, 'content' | 'env'>): Promise<Spent> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const catalog = openCatalog(content);
  const { problems } = await catalog.read();
  await catalog.save();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const build = await command(env);
  return { ...build, seconds: seconds + build.seconds, cpuSeconds: (user + system) / 1e6 + build.cpuSeconds };
}

/** A room of which nothing has been built yet. */
export async function buildAnew(options: BuildOptions): Promise<Spent> {
  await rm(options.env.DIST_DIR!, { recursive: true, force: true });
  await rm(join(options.content, '.build'), { recursive: true, force: true });
  return buildRoom(options);
}

interface Texts extends Written {
  compressed: number;
}

/** A new base URL changes every page, JSON and Markdown file, but no card, picture or search bundle. */
async function moveTo(env: Env): Promise<Texts> {
  const current = join(env.DIST_DIR!, 'current');
  const { entries: before } = await readManifest(current);
  const spent = await command(env);
  const { entries } = await readManifest(current);
  const written = [...entries].filter(([path, { etag }]) => before.get(path)?.etag !== etag);
  const compressed = written.flatMap(([, { encodings = {} }]) => Object.keys(encodings)).length;
  return { ...spent, files: written.length, compressed };
}

/** Moves the room to another base URL and back, so that it ends as it began. */
async function buildTexts({ env }: BuildOptions): Promise<Texts> {
  const [there, back] = [await moveTo({ ...env, BASE_URL: 'http://moved.example' }), await moveTo(env)];
  return there.cpuSeconds < back.cpuSeconds ? there : back;
}

/** Hugo compresses nothing. The first row leaves compressed files out of the count, the second counts them. */
function textRows(items: number, { cpuSeconds, files, compressed }: Texts, hugo: Written | false): Row[] {
  const byHugo = hugo && { beside: { Hugo: { value: (1000 * hugo.cpuSeconds) / hugo.files } } };
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
  return buildRoom(options);
}

export async function measureBuilds(options: BuildOptions): Promise<Row[]> {
  const { items, folder, content } = options;
  const full = await buildAnew(options);
  const hugo = options.hugo && (await hugoBuild(join(folder, 'hugo'), content));
  const after: Spent[] = [];
  for (let i = 0; i < approvals; i++) after.push(await approveOne(options, items + i));
  const least = Math.min(...after.map(({ seconds }) => seconds));
  const leastCpu = Math.min(...after.map(({ cpuSeconds }) => cpuSeconds));
  const texts = await buildTexts(options);
  const byHugo = (value: number | false) => (value === false ? {} : { beside: { Hugo: { value } } });
  return [
    { items, name: 'full build', value: full.seconds, unit: 's', ...byHugo(hugo && hugo.seconds) },
    { items, name: 'full build, CPU', value: full.cpuSeconds, unit: 's', ...byHugo(hugo && hugo.cpuSeconds) },
    { items, name: 'full build, memory', value: full.peakMiB!, unit: 'MiB' },
    { items, name: 'build after one approval', value: least, unit: 's', beside: { full: { value: full.seconds } } },
    {
      items,
      name: 'build after one approval, CPU',
      value: leastCpu,
      unit: 's',
      beside: { full: { value: full.cpuSeconds } },
    },
    ...textRows(items, texts, hugo),
    await measureCard(items),
  ];
}
