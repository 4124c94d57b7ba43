// Tests of paging by cursor through a changing directory: no unchanged member is skipped or repeated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '#contract/errors.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { emptyNexus, reportRoom, type TestNexus } from './test-web.ts';

const originOf = (n: number): string => `https://room-${n}.example`;
const instantOf = (n: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString();

/** Changes between two pages: the room with the given number joins, changes or leaves. */
const happening = fc.record({
  what: fc.constantFrom('joins' as const, 'changes' as const, 'leaves' as const),
  n: fc.nat({ max: 40 }),
  minute: fc.nat({ max: 5 }),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const story = fc.record({
  /** Many rooms have the same name or the same time. */
  members: fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 1, maxLength: 25 }),
  limit: fc.integer({ min: 1, max: 7 }),
  happenings: fc.array(happening, { maxLength: 12 }),
});

const roomOf = (n: number, minute: number, topic: string) => ({
  name: `Name ${n % 5}`,
  topics: [topic],
  indexUpdatedAt: instantOf(minute),
});

async function happen(nexus: TestNexus, { what, n, minute }: Happening): Promise<void> {
  const origin = originOf(n);
  if (what === 'leaves') await reportRoom(nexus, origin, { status: 410 }).catch(() => undefined);
  else await reportRoom(nexus, origin, roomOf(n, minute, `topic ${n % 3}`));
}

type PageOf = (cursor?: string) => Promise<{ ids: string[]; nextCursor?: string | undefined }>;

/** Reads all pages while the directory changes. Returns all ids. */
async function pageThrough(nexus: TestNexus, pageOf: PageOf, happenings: Happening[]): Promise<string[]> {
  const seen: string[] = [];
  const queue = [...happenings];
  let cursor: string | undefined;
  for (let pages = 0; pages < 200; pages++) {
    const { ids, nextCursor } = await pageOf(cursor);
    seen.push(...ids);
    if (!nextCursor) return seen;
    cursor = nextCursor;
    const next = queue.shift();
    if (next) await happen(nexus, next);
  }
  throw new Error('the pages do not end');
}

const lists: Record<string, (nexus: TestNexus, limit: number) => PageOf> = {
  'the feed': (nexus, limit) => async (cursor) => {
    const { entries, nextCursor } = await nexus.nexus.feed({ limit, ...(cursor && { cursor }) });
    return { ids: entries.map(({ tenantId }) => tenantId), nextCursor };
  },
  ...Object.fromEntries(
    (['updatedDesc', 'nameAsc'] as const).flatMap((sort) =>
      [{}, { topic: 'Topic 1' }, { topic: 'topic 1', keyword: 'name' }].map((filter) => [
        `creators by ${sort} ${JSON.stringify(filter)}`,
        (nexus: TestNexus, limit: number): PageOf =>
          async (cursor) => {
            const asked = { limit, sort, ...filter, ...(cursor && { cursor }) };
            const { creators, nextCursor } = await nexus.nexus.creators(asked);
            return { ids: creators.map(({ tenantId }) => tenantId), nextCursor };
          },
      ]),
    ),
  ),
};

onBothStores('paging', (open) => {
  for (const [name, pagesOf] of Object.entries(lists)) {
    test(`${name}: a creator who did not change is listed once`, async () => {
      const property = fc.asyncProperty(story, async ({ members, limit, happenings }) => {
        const nexus = await emptyNexus(open());
        for (const n of members) await reportRoom(nexus, originOf(n), roomOf(n, n % 3, `topic ${n % 3}`));
        const touched = new Set(happenings.map(({ n }) => n));
        const everyone = await pageThrough(nexus, pagesOf(nexus, 100), []);
        const untouched = new Set(members.filter((n) => !touched.has(n)).map((n) => `room-${n}-example`));
        const isUntouched = (id: string) => untouched.has(id.replace(/-[0-9a-f]{16}$/, ''));
        const seen = await pageThrough(nexus, pagesOf(nexus, limit), happenings);
        assert.deepEqual(seen.filter(isUntouched), everyone.filter(isUntouched));
      });
      await fc.assert(property, { numRuns: 12, seed: 7 });
    });
  }

  test('a cursor of another list and a forged cursor are refused', async () => {
    const { nexus, ...rest } = await emptyNexus(open());
    for (const n of [1, 2]) await reportRoom({ nexus, ...rest }, originOf(n));
    const { nextCursor } = await nexus.creators({ limit: 1, sort: 'nameAsc' });
    for (const cursor of [nextCursor!, 'x', 'W10', Buffer.from('["updatedDesc","1 or 1=1","x"]').toString('base64url')])
      await assert.rejects(
        nexus.feed({ cursor }),
        (error) => error instanceof ApiError && error.kind === 'bad_request' && error.details?.field === 'cursor',
      );
  });
});
