// Measures the room on generated content and says which aims are met.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledConsole, compiledSite } from '../build/compiled-site.ts';
import { type Io, print, printError } from '../io.ts';
import { ensurePrograms } from '../debian.ts';
import { measureApproval } from './approval.ts';
import { buildRoom, measureBuilds } from './builds.ts';
import { benchFolder } from './folder.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFilter } from './filter.ts';
import { measureFleet } from './fleet.ts';
import { generateContent } from './generate.ts';
import { measureHttp } from './http.ts';
import { measureIngest } from './ingest.ts';
import { plainClient, wrk } from './load.ts';
import { measureNexus } from './nexus.ts';
import { measureRequests } from './requests.ts';
import { measureSearch } from './search.ts';
import { measureTokens, tokenAims } from './tokens.ts';
import { measureTranscription } from './transcription.ts';
import { measureVisits } from './visits.ts';
import { measureWordErrors } from './word-errors.ts';
import { aimLines, aims, hearingAims, type Row, table } from './report.ts';

export const benchParts = [
  'filter',
  'ingest',
  'build',
  'search',
  'http',
  'approval',
  'requests',
  'deliveries',
  'tokens',
  'hearing',
  'nexus',
  'fleet',
  'visits',
] as const;
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

function findTools(io: Io) {
  const programs = { wrk: 'wrk', nginx: 'nginx-light', hugo: 'hugo', initdb: 'postgresql', ...speech };
  const missing = new Set(ensurePrograms(io, programs));
  if (missing.has('wrk')) printError(io, 'wrk is missing: a plain client measures, so only the ratios tell something');
  for (const name of ['nginx', 'hugo'])
    if (missing.has(name)) printError(io, `${name} is missing: not compared with it`);
  return { load: missing.has('wrk') ? plainClient : wrk, nginx: !missing.has('nginx'), hugo: !missing.has('hugo') };
}
type Tools = ReturnType<typeof findTools>;

/** Everything about one number of items. */
async function measureSize(items: number, { parts, seconds, rounds }: BenchOptions, tools: Tools): Promise<Row[]> {
  const folder = benchFolder();
  const content = join(folder, 'content');
  const env = {
    CONTENT_DIR: content,
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    BASE_URL: 'http://room.example',
  };
  const { load, nginx, hugo } = tools;
  const build = { items, folder, content, env, hugo };
  const rows: Row[] = [];
  if (parts.has('filter')) rows.push(measureFilter(items));
  if (parts.has('ingest')) rows.push(...(await measureIngest(folder, items)));
  if (parts.has('approval')) rows.push(...(await measureApproval(items)));
  if (parts.has('fleet')) rows.push(...(await measureFleet({ items, folder: join(folder, 'fleet'), load, seconds })));
  if (!(['build', 'search', 'http'] as const).some((part) => parts.has(part))) return rows;
  await generateContent(content, items);
  if (parts.has('build')) rows.push(...(await measureBuilds(build)));
  else await buildRoom(env);
  if (parts.has('search')) rows.push(...(await measureSearch(items, env)));
  if (parts.has('http')) rows.push(...(await measureHttp({ items, folder, env, load, seconds, rounds, nginx })));
  return rows;
}

export async function measure(io: Io, options: BenchOptions): Promise<void> {
  const { sizes, parts, seconds, rounds, jsonFile } = options;
  const tools = findTools(io);
  const { load } = tools;
  const rows: Row[] = [];
  // Compiled once for each version of the code, and no part of a build's figures.
  await compiledSite(io);
  await compiledConsole(io);
  for (const items of sizes) {
    print(io, `Measuring ${items.toLocaleString('en')} items`);
    rows.push(...(await measureSize(items, options, tools)));
  }
  if (parts.has('requests')) rows.push(...(await measureRequests({ load, seconds, rounds })));
  if (parts.has('tokens')) rows.push(...(await measureTokens()));
  if (parts.has('deliveries')) rows.push(...(await measureDeliveries()));
  if (parts.has('hearing')) rows.push(...(await measureTranscription()), ...(await measureWordErrors()));
  if (parts.has('nexus')) {
    for (const members of sizes) rows.push(...(await measureNexus({ load, members, seconds, rounds })));
  }
  if (parts.has('visits')) for (const members of sizes) rows.push(...(await measureVisits(members, seconds)));
  const met = aimLines([...aims(rows), ...tokenAims(rows), ...hearingAims(rows)]);
  print(io, `\n${table(rows)}\n\n${met.join('\n')}`);
  if (jsonFile) await writeFile(jsonFile, `${JSON.stringify(rows, null, 1)}\n`);
}
