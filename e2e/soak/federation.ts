// A Nexus of two sidecars on one PostgreSQL, and rooms that report to it, each a process of its own.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { creator, idOf, itemFile, testContent } from '../content.ts';
import { startPostgres } from '../postgres.ts';
import { freePort, launch, makeRoom, manyRequests, type Room, type Sidecar } from '../room.ts';
import { askForBuild, query } from './store.ts';

const dayMs = 86_400_000;

export interface Member {
  name: string;
  baseUrl: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Makes an item live, whose title has this word. */
  publish: (word: string) => Promise<void>;
  /** Says in creator.json whether directories may list the room, and builds. */
  setListed: (listed: boolean) => Promise<void>;
  remove: () => Promise<void>;
}

export interface Hub {
  origins: string[];
  /** Every member is due for a visit. */
  passTime: () => Promise<void>;
  /** Milliseconds since the last answer of a silent member. */
  passDays: (days: number) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startHub(): Promise<Hub> {
  const postgres = await startPostgres();
  const settings = { NEXUS: 'on', ALLOWED_HOSTS: '127.0.0.1', RATES: manyRequests };
  const room = await makeRoom(await testContent(), { ...settings, DATABASE_URL: postgres.url });
  const ports = [room.env.PORT!, String(await freePort())];
  const sidecars = ports.map((PORT) => launch({ ...room.env, BASE_URL: room.baseUrl, PORT }));
  await Promise.all(sidecars.map(({ ready }) => ready));
  // Longer than from any visit to the next; who waits longest still does.
  const passTime = async () => {
    await query(room.env, `update members set "nextVisitAt" = "nextVisitAt" - ${10 * dayMs}`);
  };
  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    passTime,
    passDays: async (days) => {
      const ms = days * dayMs;
      await query(room.env, `update members set "failedSince" = "failedSince" - ${ms} where "failedSince" is not null`);
      await passTime();
    },
    stop: async () => {
      for (const { end } of sidecars) await end('SIGTERM');
      await room.remove();
      await postgres.stop();
    },
  };
}

async function changeCreator({ content }: Room, change: object): Promise<void> {
  const file = join(content, 'creator.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...change }));
}

export async function makeMember(n: number, nexusUrl: string): Promise<Member> {
  const name = `Creator ${n}`;
  const own = JSON.stringify({ ...creator, name, topics: [n % 2 === 0 ? 'Rivers' : 'Maps'] });
  const room = await makeRoom(await testContent({ 'creator.json': own }), { NEXUS_URL: nexusUrl });
  let sidecar: Sidecar | undefined;
  let published = 0;
  const stop = async () => {
    await sidecar?.end('SIGTERM');
    sidecar = undefined;
  };
  return {
    name,
    baseUrl: room.baseUrl,
    start: async () => {
      sidecar = launch(room.env);
      await sidecar.ready;
    },
    stop,
    publish: async (word) => {
      const id = idOf('item', 1000 + ++published);
      const date = new Date().toISOString();
      const file = itemFile({ id, type: 'article', title: `About ${word}`, date });
      await writeFile(join(room.content, 'published', `${id}.md`), file);
      await askForBuild(room.env);
    },
    setListed: async (listed) => {
      await changeCreator(room, { nexus: { listed } });
      await askForBuild(room.env);
    },
    remove: async () => {
      await stop();
      await room.remove();
    },
  };
}

export interface Counted {
  baseUrl: string;
  /** Number of requests for its index. */
  visits: () => number;
  stop: () => void;
}

/** A room of other make that counts its visitors. */
export async function startCounted(): Promise<Counted> {
  let visits = 0;
  const server = createServer((req, res) => {
    const endpoints = { profile: '/api/agent/profile' };
    if (req.url === '/api/agent') visits++;
    const index = { name: 'Counted', version: '1', endpoints };
    const profile = { name: 'Counted', indexUpdatedAt: '2026-01-01T00:00:00Z' };
    const said = { '/api/agent': index, '/api/agent/profile': profile }[req.url!];
    res.statusCode = said ? 200 : 404;
    res.end(JSON.stringify(said ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits: () => visits, stop };
}
