// The directory: creators and search at 32 connections over generated members, on both stores.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { residentMiB } from './children.ts';
import { bestRound, type Load } from './load.ts';
import { benchTopics, fillPostgres, fillSqlite } from './nexus-data.ts';
import type { Row } from './report.ts';
import { onEachStore, withRoom } from './rooms.ts';
import { type Server, startSidecar } from './servers.ts';
import { chanceOf, pick, sentence } from './words.ts';

export interface NexusOptions {
  load: Load;
  members: number;
  seconds: number;
  rounds: number;
}

/** So that each of a few paths was asked before. */
const warmUpSeconds = 5;

const word = (chance: () => number): string => sentence(chance, 1).toLowerCase();

/**
 * Six of ten by topic, two without a filter, one by a word, one by both; half by name, half with booking hints, some
 * pages in.
 */
function creatorsPath(seed: number): string {
  const chance = chanceOf(seed);
  const kind = Math.floor(chance() * 10);
  const query = new URLSearchParams({
    ...((kind < 6 || kind === 9) && { topic: pick(chance, benchTopics) }),
    ...(kind >= 8 && { keyword: word(chance) }),
    ...(chance() < 0.5 && { sort: 'nameAsc' }),
    ...(chance() < 0.5 && { expand: 'bookingHints' }),
    ...(chance() < 0.3 && { offset: String(20 * Math.floor(chance() * 10)) }),
  });
  return `/api/nexus/creators?${query}`;
}

const searchPath = (seed: number): string => {
  const chance = chanceOf(seed);
  return `/api/nexus/search?q=${encodeURIComponent(`${word(chance)} ${word(chance)}`)}`;
};

/** Pages of so many different lengths that hardly a question comes twice. */
const newPath = (seed: number): string => `${creatorsPath(seed)}&limit=${11 + (seed % 19)}`;

const kinds = {
  creators: { pathOf: creatorsPath, paths: 2000 },
  'creators, each question new': { pathOf: newPath, paths: 60_000 },
  'search of all items': { pathOf: searchPath, paths: 2000 },
};
type Kind = keyof typeof kinds;

async function measure(sidecar: Server, folder: string, name: Kind, options: NexusOptions) {
  const { pathOf, paths: length } = kinds[name];
  const paths = Array.from({ length }, (_, seed) => pathOf(seed));
  const file = join(folder, 'paths.txt');
  await writeFile(file, paths.join('\n'));
  const target = { url: sidecar.origin, paths: file };
  await options.load(target, warmUpSeconds);
  return bestRound(sidecar.pid, target, options);
}

/** Many clients ask, and nothing is turned away: what is slow is to be seen as slow. */
const settings = { NEXUS: 'on', RATES: 'nexus=9999999', SHED_DELAY_MS: '0', TRUST_PROXY: '127.0.0.1' };

/** `members` stands in the column of items. */
export async function measureNexus(options: NexusOptions): Promise<Row[]> {
  const { members } = options;
  const rows = await onEachStore((store, where) =>
    withRoom(20, { ...where, ...settings }, async ({ folder, env, sidecar }) => {
      await sidecar.stop();
      if (env.DATABASE_URL) await fillPostgres(env.DATABASE_URL, members);
      else fillSqlite(join(env.DATA_DIR!, 'greenroom.db'), members);
      const server = await startSidecar(env);
      const rows: Row[] = [];
      for (const name of Object.keys(kinds) as Kind[]) {
        const figure = await measure(server, folder, name, options);
        rows.push({ items: members, name: `nexus ${name}, ${store}`, unit: '/s', ...figure });
      }
      const memory = { name: `nexus memory under load, ${store}`, value: residentMiB(server.pid), unit: 'MiB' };
      await server.stop();
      return [...rows, { items: members, ...memory }];
    }),
  );
  return rows.flat();
}
