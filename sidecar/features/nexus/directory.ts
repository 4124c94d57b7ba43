// Reads the directory: creators by filter and order, and the feed of recently changed creators.
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
import type { Member } from './members.ts';
import { indexUrlForOrigin } from './visit.ts';
import { isStorable } from '#domain/text/plain-line.ts';

/** Sort key and id of the last entry of a page. */
interface CursorPosition {
  key: string | number;
  tenantId: string;
}

type Order = 'updatedDesc' | 'nameAsc';

/** Formats a cursor. It contains the order, so that it is not accepted by a list in another order. */
export const formatMemberCursor = (order: Order, { key, tenantId }: CursorPosition): string =>
  Buffer.from(JSON.stringify([order, key, tenantId])).toString('base64url');

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value);

export function parseMemberCursor(order: Order, cursor: string): CursorPosition | undefined {
  try {
    const [cursorOrder, key, tenantId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const fits = order === 'nameAsc' ? isText(key) : Number.isSafeInteger(key);
    return cursorOrder === order && fits && isText(tenantId) ? { key: key as string, tenantId } : undefined;
  } catch {
    return undefined;
  }
}

/** Columns that are shown, and those that lists are sorted by. */
export const memberColumns = [
  'tenantId',
  'origin',
  'name',
  'oneLiner',
  'topics',
  'mediaRoomUrl',
  'bookingRequestUrl',
  'status',
  'itemCount',
  'seenAt',
  'rank',
  'sortName',
] as const;
export type MemberRow = Pick<Member, (typeof memberColumns)[number]>;

export const tenantFields = ({ tenantId, origin, rank }: Pick<Member, 'tenantId' | 'origin' | 'rank'>) => ({
  tenantId,
  indexUrl: indexUrlForOrigin(origin),
  agentBaseUrl: origin,
  updatedAt: isoTime(-rank),
});

export const bookingHintFields = ({
  topics,
  oneLiner,
  bookingRequestUrl,
}: Pick<Member, 'topics' | 'oneLiner' | 'bookingRequestUrl'>) => ({
  topics: JSON.parse(topics) as string[],
  ...(oneLiner && { oneLiner }),
  ...(bookingRequestUrl && { bookingRequestUrl }),
});

function toCreator(member: MemberRow, withHints: boolean): NexusCreator {
  const { name, mediaRoomUrl, status, itemCount, seenAt } = member;
  return {
    ...tenantFields(member),
    name,
    mediaRoomUrl,
    ...(withHints && bookingHintFields(member)),
    status: status as 'active' | 'stale',
    contentCount: itemCount,
    seenAt: isoTime(seenAt),
  };
}

/** Columns that each order sorts by, with the same names in both tables. */
const sortColumns = { updatedDesc: 'rank', nameAsc: 'sortName' } as const satisfies Record<Order, string>;

/**
 * Selects one row of `memberTerms` for each member that has all the terms. The sort key, which is the same in all rows
 * of a member, lets the database merge the indexes of the terms, which is several times faster than a join by id.
 */
const selectWithTerms = (db: Db, [first, ...others]: string[], order: Order) => {
  const key = sortColumns[order];
  let query = db.selectFrom('memberTerms as t').where('t.term', '=', first!);
  others.forEach((term, n) => {
    const o = `o${n}` as 'o';
    query = query.innerJoin(`memberTerms as ${o}`, (join) =>
      join.on(`${o}.term`, '=', term).onRef(`${o}.${key}`, '=', `t.${key}`).onRef(`${o}.tenantId`, '=', 't.tenantId'),
    ) as typeof query;
  });
  return query;
};

const selectListed = (db: Db) => db.selectFrom('members as m').where(sql<boolean>`m.status <> 'dropped'`);

async function countMembers(db: Db, terms: string[]): Promise<number> {
  const query = terms.length > 0 ? selectWithTerms(db, terms, 'updatedDesc') : selectListed(db);
  const { n } = await (query as ReturnType<typeof selectListed>)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

interface PageRequest {
  order: Order;
  cursor: string | undefined;
  limit: number;
  offset: number;
}

function readCursor({ order, cursor }: PageRequest) {
  if (cursor === undefined) return undefined;
  const position = parseMemberCursor(order, cursor);
  if (position) return position;
  throw new ApiError('bad_request', 'cursor is not valid for this list and order. Start again without cursor.', {
    field: 'cursor',
  });
}

/**
 * Selects ids and keys of a page and of one more entry, which shows if there is a next page. Skips entries before the
 * offset.
 */
function selectPositions(db: Db, terms: string[], page: PageRequest) {
  const from = (terms.length > 0 ? selectWithTerms(db, terms, page.order) : selectListed(db)) as ReturnType<
    typeof selectListed
  >;
  const at = terms.length > 0 ? 't' : 'm';
  const key = sql.ref<string | number>(`${at}.${sortColumns[page.order]}`);
  const id = sql.ref<string>(`${at}.tenantId`);
  const positions = from
    .select([key.as('key'), id.as('tenantId')])
    .orderBy(key)
    .orderBy(id)
    .limit(page.limit + 1)
    .offset(page.offset);
  const start = readCursor(page);
  return start ? positions.where(sql<boolean>`(${key}, ${id}) > (${start.key}, ${start.tenantId})`) : positions;
}

const readMembers = (db: Db, terms: string[], page: PageRequest): Promise<MemberRow[]> =>
  db
    .selectFrom(selectPositions(db, terms, page).as('p'))
    .innerJoin('members as m', 'm.tenantId', 'p.tenantId')
    .select(memberColumns.map((name) => `m.${name}` as const))
    .orderBy('p.key')
    .orderBy('p.tenantId')
    .execute();

/** Cuts rows to the page, and returns the cursor of the next page if there is one. */
function cutPage(rows: MemberRow[], { limit, order }: PageRequest): { page: MemberRow[]; nextCursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { page };
  return { page, nextCursor: formatMemberCursor(order, { key: last[sortColumns[order]], tenantId: last.tenantId }) };
}

const toPageRequest = ({ limit = 20, offset = 0, sort = 'updatedDesc', cursor }: NexusCreatorsQuery): PageRequest => ({
  order: sort,
  cursor,
  limit,
  offset,
});

export async function listCreators(db: Db, query: NexusCreatorsQuery): Promise<NexusCreators> {
  const terms = requiredTerms(query);
  if (!terms) return { creators: [], count: 0, total: 0 };
  const request = toPageRequest(query);
  const { page, nextCursor } = cutPage(await readMembers(db, terms, request), request);
  const creators = page.map((member) => toCreator(member, query.expand === 'bookingHints'));
  const total = await countMembers(db, terms);
  return { creators, count: creators.length, total, ...(nextCursor && { nextCursor }) };
}

export async function listChangedMembers(db: Db, { limit = 20, cursor }: NexusFeedQuery): Promise<NexusFeed> {
  const request: PageRequest = { order: 'updatedDesc', cursor, limit, offset: 0 };
  const { page, nextCursor } = cutPage(await readMembers(db, [], request), request);
  return { entries: page.map(tenantFields), ...(nextCursor && { nextCursor }) };
}
