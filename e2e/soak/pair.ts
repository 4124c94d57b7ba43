// Two sidecars on one PostgreSQL, one content folder and one folder of releases, and a note of who did what.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { idOf, itemFile, testContent } from '../content.ts';
import { startPostgres } from '../postgres.ts';
import { freePort, launch, makeRoom, type Room, type Sidecar } from '../room.ts';
import { until } from '../until.ts';
import { askForBuild, count, query } from './store.ts';

export const names = ['one', 'two'] as const;
export type Name = (typeof names)[number];

export interface Pair {
  room: Room;
  origins: Record<Name, string>;
  pid: (name: Name) => number;
  start: (name: Name) => Promise<void>;
  /** The sidecar, or all that it started with it. */
  kill: (name: Name, withGroup: boolean) => Promise<void>;
  /** Number of times that a sidecar has done this. */
  noted: (what: 'delivery' | 'build', who: Name) => Promise<number>;
  /** Makes items live; gives their ids in the order in which they are announced. */
  publish: (howMany: number) => Promise<string[]>;
  /** Resolves when no build is running or requested. */
  built: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Each connection bears the name of its sidecar. */
const notes = `
  create table notes (who text, what text);
  create function note() returns trigger language plpgsql as
    'begin insert into notes values (current_setting(''application_name''), tg_argv[0]); return null; end';
  create trigger delivered after update on deliveries for each row
    when (old.state = 'pending' and new.state = 'delivered') execute function note('delivery');
  create trigger built after insert on facts for each row
    when (new.name = 'build.running') execute function note('build');`;

const underWay = `facts where name like '%.running' or name like 'requested.%'`;
const firstInstant = Date.parse('2026-04-01T00:00:00Z');

function publisher({ content, env }: Room): Pair['publish'] {
  let published = 0;
  return async (howMany) => {
    const ids: string[] = [];
    for (let n = 0; n < howMany; n++) {
      const id = idOf('item', ++published);
      const date = new Date(firstInstant + published * 1000).toISOString();
      const file = itemFile({ id, type: 'timeline', title: `Item ${published}`, date });
      await writeFile(join(content, 'published', `${id}.md`), file);
      ids.push(id);
    }
    await askForBuild(env);
    return ids;
  };
}

export async function startPair(settings: Record<string, string>): Promise<Pair> {
  const postgres = await startPostgres();
  const room = await makeRoom(await testContent(), { ...settings, DATABASE_URL: postgres.url });
  const ports: Record<Name, string> = { one: room.env.PORT!, two: String(await freePort()) };
  const sidecars = {} as Record<Name, Sidecar>;
  const start = async (name: Name) => {
    const DATABASE_URL = `${postgres.url}?application_name=${name}`;
    sidecars[name] = launch(
      { ...room.env, DATABASE_URL, BASE_URL: room.baseUrl, PORT: ports[name] },
      { ownGroup: true },
    );
    await sidecars[name].ready;
  };
  // Both find an empty database.
  await Promise.all(names.map(start));
  await query(room.env, notes);
  return {
    room,
    origins: { one: `http://127.0.0.1:${ports.one}`, two: `http://127.0.0.1:${ports.two}` },
    pid: (name) => sidecars[name].pid,
    start,
    kill: async (name, withGroup) => {
      if (withGroup) process.kill(-sidecars[name].pid, 'SIGKILL');
      await sidecars[name].end('SIGKILL');
    },
    noted: (what, who) => count(room.env, `notes where what = '${what}' and who = '${who}'`),
    publish: publisher(room),
    built: () => until(async () => (await count(room.env, underWay)) === 0, 'all is built'),
    stop: async () => {
      for (const { end } of Object.values(sidecars)) await end('SIGTERM');
      await room.remove();
      await postgres.stop();
    },
  };
}
