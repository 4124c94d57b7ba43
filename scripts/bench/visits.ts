// A Nexus of many members on one PostgreSQL: what they take on disk, how long pages of the directory take, and how
// many due members a second workers take, each once, all by the program's own queries.
import pg from 'pg';
import { requiredTerms } from '#domain/nexus/terms.ts';
import { claimDueMembers } from '../../sidecar/features/nexus/claim.ts';
import { listCreators } from '../../sidecar/features/nexus/directory.ts';
import type { Computed } from '../../sidecar/features/nexus/coalescing-cache.ts';
import { openStore, type Store } from '../../sidecar/storage/store.ts';
import type { Row } from './report.ts';
import { withPostgres } from './rooms.ts';

const atOnce = 16;
const now = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** All are due; a tenth of the rooms share a host with nine others. */
const fill = (members: number): string => `
  insert into members ("tenantId", origin, host, status, name, "oneLiner", topics, "mediaRoomUrl", "bookingRequestUrl",
    "profileUrl", "sortName", rank, "registeredAt", "seenAt", failures, "nextVisitAt", "claimedUntil", "itemCount")
  select 'room-' || n, 'https://room-' || n || '.example', 'host-' || case when n % 10 = 0 then n / 100 else n end, 'active',
    'Room ' || n, 'What it is about in one line', '["tides"]', 'https://room-' || n || '.example/', null,
    'https://room-' || n || '.example/api/agent/profile', 'room ' || n, -n, ${now}, ${now}, 0, ${now} - n, 0, 10
  from generate_series(1, ${members}) n`;

/** One topic each, the same for one in a thousand; a word would be a row like it. */
const [topicTerm] = requiredTerms({ topic: 'subject' })!;
const fillTerms = `insert into "memberTerms" ("tenantId", term, rank, "sortName")
  select "tenantId", '${topicTerm}' || (-rank % 1000), rank, "sortName" from members`;

/** Indexes are made after the rows, which is several times as quick. */
async function fillAll(url: string, members: number): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const tables = `('members', 'memberTerms')`;
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in ${tables}
      and indexname not in (select conname from pg_constraint)`,
  );
  for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`);
  await client.query(fill(members));
  await client.query(fillTerms);
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname in ${tables}`,
  );
  await client.end();
  return Number(rows[0]!.bytes);
}

type Query = Parameters<typeof listCreators>[1];

const computeAgain = async <T>(_: string, make: () => Promise<Computed<T>>): Promise<T> => (await make()).value;
const counting = { countOnce: computeAgain, havingOnce: computeAgain };

/** The median of a few, in milliseconds. Counts are kept by the sidecar, and measured alone. */
async function measurePages({ db }: Store, members: number): Promise<Row[]> {
  const page = (query: Query) => listCreators(db, query, { ...counting, countOnce: async () => 0 });
  const middle = await page({ sort: 'nameAsc', limit: 50 });
  const questions: Record<string, (n: number) => Promise<unknown>> = {
    'newest 20 creators': () => page({}),
    'creators of a topic that one in 1,000 has': (n) => page({ topic: `subject${n}` }),
    'creators by name, after a cursor': () => page({ sort: 'nameAsc', cursor: middle.value.nextCursor! }),
    'count of a topic': (n) => listCreators(db, { topic: `subject${n}` }, counting),
    'count of all creators': () => listCreators(db, {}, counting),
  };
  const rows: Row[] = [];
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = [];
    for (let n = 0; n < 9; n++) {
      const started = performance.now();
      await ask(n);
      times.push(performance.now() - started);
    }
    rows.push({ items: members, name, value: times.sort((a, b) => a - b)[4]!, unit: 'ms' });
  }
  return rows;
}

/** Claims and notes the answer, again and again; counts what was claimed. */
async function work(store: Store, until: number, seen: Map<string, number>): Promise<void> {
  while (performance.now() < until) {
    const members = await claimDueMembers(store, now, atOnce);
    if (members.length === 0) return;
    const ids = members.map(({ tenantId }) => tenantId);
    for (const id of ids) seen.set(id, (seen.get(id) ?? 0) + 1);
    await store.db
      .updateTable('members')
      .set({ nextVisitAt: now + dayMs, claimedUntil: 0 })
      .where('tenantId', 'in', ids)
      .execute();
  }
}

export const measureVisits = (members: number, seconds: number): Promise<Row[]> =>
  withPostgres(async (url) => {
    const store = await openStore({ databaseUrl: url, file: '' });
    const bytes = await fillAll(url, members);
    const rows: Row[] = [
      { items: members, name: 'members and a term each, on disk', value: bytes / 1024 ** 3, unit: 'GiB' },
      ...(await measurePages(store, members)),
    ];
    const visitsByMember = new Map<string, number>();
    for (const workers of [1, 2, 4]) {
      const before = visitsByMember.size;
      const started = performance.now();
      await Promise.all(Array.from({ length: workers }, () => work(store, started + seconds * 1000, visitsByMember)));
      const value = (visitsByMember.size - before) / ((performance.now() - started) / 1000);
      rows.push({ items: members, name: `visits taken by ${workers} workers`, value, unit: 'members/s' });
    }
    await store.close();
    if ([...visitsByMember.values()].some((times) => times > 1)) throw new Error('a member was visited twice');
    return rows;
  });
