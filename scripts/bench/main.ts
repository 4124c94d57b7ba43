// Measures the room on generated content and prints which targets are met.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledConsole, compiledSite } from '../build/compiled-site.ts';
import { type Io, print, printError } from '../io.ts';
import { ensurePrograms } from '../debian.ts';
import { measureApproval } from './approval.ts';
import { buildRoom, measureBuilds } from './builds.ts';
import { benchFolder } from './rooms.ts';
import { generateContent } from './generate.ts';
import { measureHttp } from './http.ts';
import { type Load, plainClient, wrk } from './load.ts';
import { measureSearch } from './search.ts';
import { measureWordErrors } from './word-errors.ts';
import { aimLines, listTargets, type Row, table } from './report.ts';

export const benchParts = ['build', 'search', 'http', 'approval', 'hearing'] as const;
export type BenchPart = (typeof benchParts)[number];

export interface BenchOptions {
  sizes: number[];
  parts: Set<BenchPart>;
  seconds: number;
  rounds: number;
  jsonFile: string | undefined;
}

const speech = {
  ffmpeg: 'ffmpeg',
  flite: 'flite',
  'espeak-ng': 'espeak-ng',
  '/usr/share/pocketsphinx/test/data/librivox': 'pocketsphinx-testdata',
};

function chooseLoad(io: Io): Load {
  const missing = new Set(ensurePrograms(io, { wrk: 'wrk', ...speech }));
  if (!missing.has('wrk')) return wrk;
  printError(io, 'wrk is missing: a plain client measures, so only the ratios tell something');
  return plainClient;
}

/** Measures a room with one number of items. */
async function measureSize(items: number, { parts, seconds, rounds }: BenchOptions, load: Load): Promise<Row[]> {
  const folder = benchFolder();
  const content = join(folder, 'content');
  const env = {
    CONTENT_DIR: content,
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    BASE_URL: 'http://room.example',
  };
  const rows: Row[] = [];
  if (parts.has('approval')) rows.push(...(await measureApproval(items)));
  if (!(['build', 'search', 'http'] as const).some((part) => parts.has(part))) return rows;
  await generateContent(content, items);
  if (parts.has('build')) rows.push(...(await measureBuilds({ items, content, env })));
  else await buildRoom(env);
  if (parts.has('search')) rows.push(...(await measureSearch(items, env)));
  if (parts.has('http')) rows.push(...(await measureHttp({ items, folder, env, load, seconds, rounds })));
  return rows;
}

export async function measure(io: Io, options: BenchOptions): Promise<void> {
  const { sizes, parts, jsonFile } = options;
  const load = chooseLoad(io);
  const rows: Row[] = [];
  // Compiling happens once for each version of the code and does not count as part of a build.
  await compiledSite(io);
  await compiledConsole(io);
  for (const items of sizes) {
    print(io, `Measuring ${items.toLocaleString('en')} items`);
    rows.push(...(await measureSize(items, options, load)));
  }
  if (parts.has('hearing')) rows.push(...(await measureWordErrors()));
  const met = aimLines(listTargets(rows));
  print(io, `\n${table(rows)}\n\n${met.join('\n')}`);
  if (jsonFile) await writeFile(jsonFile, `${JSON.stringify(rows, null, 1)}\n`);
}
