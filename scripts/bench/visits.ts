// Sharing the visits of a Nexus: how many due members a second workers on one PostgreSQL take, each once, as they do for real.
import pg from 'pg';
import { claimDue } from '../../sidecar/nexus/claim.ts';
import { openStore, type Store } from '../../sidecar/store/store.ts';
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

/** Claims and notes the answer, again and again; counts what was claimed. */
async function work(store: Store, until: number, seen: Map<string, number>): Promise<void> {
  while (performance.now() < until) {
    const claimed = await claimDue(store, now, atOnce);
    if (claimed.length === 0) return;
    const ids = claimed.map(({ tenantId }) => tenantId);
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
    const client = new pg.Client(url);
    await client.connect();
    await client.query(fill(members));
    await client.query('vacuum analyze members');
    await client.end();
    const rows: Row[] = [];
    const seen = new Map<string, number>();
    for (const workers of [1, 2, 4]) {
      const [before, started] = [seen.size, performance.now()];
      await Promise.all(Array.from({ length: workers }, () => work(store, started + seconds * 1000, seen)));
      const value = (seen.size - before) / ((performance.now() - started) / 1000);
      rows.push({ items: members, name: `visits taken by ${workers} workers`, value, unit: 'members/s' });
    }
    await store.close();
    if ([...seen.values()].some((times) => times > 1)) throw new Error('a member was visited twice');
    return rows;
  });
