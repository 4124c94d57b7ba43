// The members that have a term, as sorted numbers, so that members with several common terms are counted in memory.
import { sql } from 'kysely';
import type { Db } from '../../storage/store.ts';
import type { ComputeOnce } from './coalescing-cache.ts';

export type MemberNumbers = Float64Array;

/** Of the 16 hex digits of the hash that ends an ID (member.ts), the last 13: a number holds their 52 bits exactly. */
const parseIdNumber = (id: string): number => Number.parseInt(id.slice(-13), 16);

/** Reads the IDs as one string: creating a row object for each takes longer than the query. */
async function readNumbers(db: Db, term: string): Promise<MemberNumbers> {
  const { ids } = await db
    .selectFrom('memberTerms')
    .where('term', '=', term)
    .select(sql<string | null>`string_agg("tenantId", ',')`.as('ids'))
    .executeTakeFirstOrThrow();
  return Float64Array.from(ids?.split(',') ?? [], parseIdNumber).sort();
}

/** The numbers that are in both. */
function intersect(one: MemberNumbers, other: MemberNumbers): MemberNumbers {
  let at = 0;
  return one.filter((number) => {
    while (at < other.length && other[at]! < number) at++;
    return other[at] === number;
  });
}

/** How many members have all the terms. `havingOnce` keeps the numbers of each term. */
export async function countInMemory(db: Db, terms: string[], havingOnce: ComputeOnce<MemberNumbers>): Promise<number> {
  const numbersOf = async (term: string) => {
    const value = await readNumbers(db, term);
    return { value, reads: value.length };
  };
  const having = await Promise.all(terms.map((term) => havingOnce(term, () => numbersOf(term))));
  return having.reduce(intersect).length;
}
