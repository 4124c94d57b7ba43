// Reads the directory: creators by filters and order, and the feed of those who changed.
import { sql } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type {
  NexusCreator,
  NexusCreators,
  NexusCreatorsQuery,
  NexusFeed,
  NexusFeedQuery,
} from '#contract/schemas/nexus.ts';
import { formatPlace, type Order, parsePlace } from '#domain/nexus/cursor.ts';
import { wantedTerms } from '#domain/nexus/terms.ts';
import type { Db } from '../store/store.ts';
import type { Member } from './members.ts';
import type { CountOnce } from './totals.ts';
import { indexUrlOf } from './visit.ts';

const instant = (ms: number): string => new Date(ms).toISOString();

export const tenantOf = ({ tenantId, origin, rank }: Pick<Member, 'tenantId' | 'origin' | 'rank'>) => ({
  tenantId,
  indexUrl: indexUrlOf(origin),
  agentBaseUrl: origin,
  updatedAt: instant(-rank),
});

export const bookingHints = ({
  topics,
  oneLiner,
  bookingRequestUrl,
}: Pick<Member, 'topics' | 'oneLiner' | 'bookingRequestUrl'>) => ({
  topics: JSON.parse(topics) as string[],
  ...(oneLiner && { oneLiner }),
  ...(bookingRequestUrl && { bookingRequestUrl }),
});

export function creatorOf(member: Member, withHints: boolean): NexusCreator {
  const { name, mediaRoomUrl, status, itemCount, seenAt } = member;
  return {
    ...tenantOf(member),
    name,
    mediaRoomUrl,
    ...(withHints && bookingHints(member)),
    status: status as 'active' | 'stale',
    contentCount: itemCount,
    seenAt: instant(seenAt),
  };
}

/** The term that fewest have leads, and the others are looked up for each of those. */
async function rarestFirst(db: Db, terms: string[], countOnce: CountOnce): Promise<string[]> {
  if (terms.length < 2) return terms;
  const counts = await Promise.all(
    terms.map(async (term) => ({ term, total: await countOnce(term, () => countTerms(db, [term])) })),
  );
  return counts.sort((a, b) => a.total - b.total).map(({ term }) => term);
}

/** Rows of `memberTerms` of the members who have all the terms, one a member. */
const havingAll = (db: Db, [first, ...others]: string[]) => {
  let query = db.selectFrom('memberTerms as t').where('t.term', '=', first!);
  for (const term of others) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberTerms as o')
          .select('o.term')
          .whereRef('o.tenantId', '=', 't.tenantId')
          .where('o.term', '=', term),
      ),
    );
  }
  return query;
};

const listed = (db: Db) => db.selectFrom('members as m').where(sql<boolean>`m.status <> 'dropped'`);

async function countTerms(db: Db, terms: string[]): Promise<number> {
  const query = terms.length > 0 ? havingAll(db, terms) : listed(db);
  const { n } = await (query as ReturnType<typeof listed>)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

interface Page {
  order: Order;
  cursor: string | undefined;
  limit: number;
  offset: number;
}

function placeOf({ order, cursor }: Page) {
  if (cursor === undefined) return undefined;
  const place = parsePlace(order, cursor);
  if (place) return place;
  throw new ApiError('bad_request', 'cursor is not one that this list gave in this order. Begin again without one.', {
    field: 'cursor',
  });
}

/** One more than the limit, so that it shows whether there are more. */
async function pageOf(db: Db, terms: string[], page: Page): Promise<Member[]> {
  const key = page.order === 'nameAsc' ? 'sortName' : 'rank';
  const place = placeOf(page);
  const at = terms.length > 0 ? 't' : 'm';
  const query =
    terms.length > 0 ? havingAll(db, terms).innerJoin('members as m', 'm.tenantId', 't.tenantId') : listed(db);
  let ordered = (query as ReturnType<typeof listed>)
    .selectAll('m')
    .orderBy(sql.ref(`${at}.${key}`))
    .orderBy(sql.ref(`${at}.tenantId`))
    .limit(page.limit + 1);
  const keys = sql`(${sql.ref(`${at}.${key}`)}, ${sql.ref(`${at}.tenantId`)})`;
  if (place) ordered = ordered.where(sql<boolean>`${keys} > (${place.key}, ${place.tenantId})`);
  if (page.offset > 0) ordered = ordered.offset(page.offset);
  return ordered.execute();
}

/** What lies after the page, or nothing. */
function cut(rows: Member[], { limit, order }: Page): { shown: Member[]; nextCursor?: string } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || !last) return { shown };
  const key = order === 'nameAsc' ? last.sortName : last.rank;
  return { shown, nextCursor: formatPlace(order, { key, tenantId: last.tenantId }) };
}

export async function listCreators(db: Db, query: NexusCreatorsQuery, countOnce: CountOnce): Promise<NexusCreators> {
  const { limit = 20, offset = 0, sort = 'updatedDesc', cursor, expand } = query;
  const wanted = wantedTerms(query);
  if (!wanted) return { creators: [], count: 0, total: 0 };
  const terms = await rarestFirst(db, wanted, countOnce);
  const page = { order: sort, cursor, limit, offset };
  const { shown, nextCursor } = cut(await pageOf(db, terms, page), page);
  const creators = shown.map((member) => creatorOf(member, expand === 'bookingHints'));
  const total = await countOnce(`all of ${JSON.stringify(wanted)}`, () => countTerms(db, terms));
  return { creators, count: creators.length, total, ...(nextCursor && { nextCursor }) };
}

export async function listChanged(db: Db, { limit = 20, cursor }: NexusFeedQuery): Promise<NexusFeed> {
  const page: Page = { order: 'updatedDesc', cursor, limit, offset: 0 };
  const { shown, nextCursor } = cut(await pageOf(db, [], page), page);
  return { entries: shown.map(tenantOf), ...(nextCursor && { nextCursor }) };
}
