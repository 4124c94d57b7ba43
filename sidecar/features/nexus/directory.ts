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
import { isoTime } from '#domain/instants.ts';
import { requiredTerms } from '#domain/nexus/terms.ts';
import type { Db } from '../../storage/store.ts';
import type { Computed, ComputeOnce } from './coalescing-cache.ts';
import { countInMemory, type Numbers } from './having.ts';
import type { Member } from './members.ts';
import { indexUrlOf } from './visit.ts';
import { isStorable } from '#domain/text/plain-line.ts';

/** The last entry of a page. */
interface Place {
  key: string | number;
  tenantId: string;
}

type Order = 'updatedDesc' | 'nameAsc';

/** The order stands in it, so that a place of one list is not taken for one of another. */
export const formatPlace = (order: Order, { key, tenantId }: Place): string =>
  Buffer.from(JSON.stringify([order, key, tenantId])).toString('base64url');

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);

export function parsePlace(order: Order, cursor: string): Place | undefined {
  try {
    const [of, key, tenantId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const fits = order === 'nameAsc' ? isText(key) : Number.isSafeInteger(key);
    return of === order && fits && isText(tenantId) ? { key: key as string, tenantId } : undefined;
  } catch {
    return undefined;
  }
}

/** Columns of what is shown, and of what pages are cut by. */
export const shownColumns = [
  ...(['tenantId', 'origin', 'name', 'oneLiner', 'topics', 'mediaRoomUrl', 'bookingRequestUrl', 'status'] as const),
  ...(['itemCount', 'seenAt', 'rank', 'sortName'] as const),
] as const;
export type Shown = Pick<Member, (typeof shownColumns)[number]>;

export const tenantOf = ({ tenantId, origin, rank }: Pick<Member, 'tenantId' | 'origin' | 'rank'>) => ({
  tenantId,
  indexUrl: indexUrlOf(origin),
  agentBaseUrl: origin,
  updatedAt: isoTime(-rank),
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

function creatorOf(member: Shown, withHints: boolean): NexusCreator {
  const { name, mediaRoomUrl, status, itemCount, seenAt } = member;
  return {
    ...tenantOf(member),
    name,
    mediaRoomUrl,
    ...(withHints && bookingHints(member)),
    status: status as 'active' | 'stale',
    contentCount: itemCount,
    seenAt: isoTime(seenAt),
  };
}

/** What an order sorts by, in both tables. */
const keyOf = { updatedDesc: 'rank', nameAsc: 'sortName' } as const satisfies Record<Order, string>;

/**
 * Rows of `memberTerms` of the members who have all the terms, one a member. The key, the same in all rows of a member,
 * lets the index of each term be walked in the order of the first: several times as quick as to look members up.
 */
const havingAll = (db: Db, [first, ...others]: string[], order: Order) => {
  const key = keyOf[order];
  let query = db.selectFrom('memberTerms as t').where('t.term', '=', first!);
  others.forEach((term, n) => {
    const o = `o${n}` as 'o';
    query = query.innerJoin(`memberTerms as ${o}`, (join) =>
      join.on(`${o}.term`, '=', term).onRef(`${o}.${key}`, '=', `t.${key}`).onRef(`${o}.tenantId`, '=', 't.tenantId'),
    ) as typeof query;
  });
  return query;
};

const listed = (db: Db) => db.selectFrom('members as m').where(sql<boolean>`m.status <> 'dropped'`);

async function countTerms(db: Db, terms: string[]): Promise<number> {
  const query = terms.length > 0 ? havingAll(db, terms, 'updatedDesc') : listed(db);
  const { n } = await (query as ReturnType<typeof listed>)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * A question that looks at this many members is expensive: its answer is kept, and if the rarest of several terms is this common,
 * members with all of them are counted in memory.
 */
export const manyLooks = 1000;

export interface Counting {
  countOnce: ComputeOnce<number>;
  havingOnce: ComputeOnce<Numbers>;
}

interface Wanted {
  terms: string[];
  /** How many have the first term: so many are looked at, where there are others. */
  looks: number;
}

/** `looks` tells how many are looked at, where that is more than what is found. */
const total = (db: Db, terms: string[], { countOnce, havingOnce }: Counting, looks = 0): Promise<number> =>
  countOnce(JSON.stringify(terms), async () => {
    const value = await (looks < manyLooks ? countTerms(db, terms) : countInMemory(db, terms, havingOnce));
    return { value, looks: Math.max(value, looks) };
  });

/** The term that fewest have leads, and the others are looked up for each of those. */
async function rarestFirst(db: Db, terms: string[], counting: Counting): Promise<Wanted> {
  if (terms.length < 2) return { terms, looks: 0 };
  const counts = await Promise.all(terms.map(async (term) => ({ term, n: await total(db, [term], counting) })));
  counts.sort((a, b) => a.n - b.n);
  return { terms: counts.map(({ term }) => term), looks: counts[0]!.n };
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

/** Ids and keys of a page and of one more, which shows whether there are more; those before the offset are skipped here. */
function placesOf(db: Db, terms: string[], page: Page) {
  const from = (terms.length > 0 ? havingAll(db, terms, page.order) : listed(db)) as ReturnType<typeof listed>;
  const at = terms.length > 0 ? 't' : 'm';
  const [key, id] = [sql.ref<string | number>(`${at}.${keyOf[page.order]}`), sql.ref<string>(`${at}.tenantId`)];
  const places = from
    .select([key.as('key'), id.as('tenantId')])
    .orderBy(key)
    .orderBy(id)
    .limit(page.limit + 1)
    .offset(page.offset);
  const place = placeOf(page);
  return place ? places.where(sql<boolean>`(${key}, ${id}) > (${place.key}, ${place.tenantId})`) : places;
}

const pageOf = (db: Db, terms: string[], page: Page): Promise<Shown[]> =>
  db
    .selectFrom(placesOf(db, terms, page).as('p'))
    .innerJoin('members as m', 'm.tenantId', 'p.tenantId')
    .select(shownColumns.map((name) => `m.${name}` as const))
    .orderBy('p.key')
    .orderBy('p.tenantId')
    .execute();

/** What lies after the page, or nothing. */
function cut(rows: Shown[], { limit, order }: Page): { page: Shown[]; nextCursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { page };
  return { page, nextCursor: formatPlace(order, { key: last[keyOf[order]], tenantId: last.tenantId }) };
}

export async function listCreators(
  db: Db,
  query: NexusCreatorsQuery,
  counting: Counting,
): Promise<Computed<NexusCreators>> {
  const { limit = 20, offset = 0, sort = 'updatedDesc', cursor, expand } = query;
  const wanted = requiredTerms(query);
  if (!wanted) return { value: { creators: [], count: 0, total: 0 }, looks: 0 };
  const { terms, looks } = await rarestFirst(db, wanted, counting);
  const asked = { order: sort, cursor, limit, offset };
  const count = () => total(db, terms, counting, looks);
  const counted = offset > 0 ? await count() : undefined;
  // An offset beyond the end would scan every row for nothing.
  const rows = counted !== undefined && offset >= counted ? [] : await pageOf(db, terms, asked);
  const { page, nextCursor } = cut(rows, asked);
  const creators = page.map((member) => creatorOf(member, expand === 'bookingHints'));
  const isOnlyPage = !cursor && rows.length <= limit;
  const all = counted ?? (isOnlyPage ? rows.length : await count());
  const value = { creators, count: creators.length, total: all, ...(nextCursor && { nextCursor }) };
  return { value, looks: Math.max(all, looks) };
}

export async function listChanged(db: Db, { limit = 20, cursor }: NexusFeedQuery): Promise<NexusFeed> {
  const asked: Page = { order: 'updatedDesc', cursor, limit, offset: 0 };
  const { page, nextCursor } = cut(await pageOf(db, [], asked), asked);
  return { entries: page.map(tenantOf), ...(nextCursor && { nextCursor }) };
}
