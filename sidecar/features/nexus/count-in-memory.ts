// Counts members with several common terms in memory, by intersecting sorted numbers of the members with each term.
import { sql } from 'kysely';
import type { Db } from '../../storage/store.ts';
import type { ComputeOnce } from './coalescing-cache.ts';

export type MemberNumbers = Float64Array;

/** Parses the last 13 hex digits of an id (`tenantIdOf`): a number represents these 52 bits exactly. */
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

/** Returns the numbers that are in both. */
function intersect(one: MemberNumbers, other: MemberNumbers): MemberNumbers {
  let at = 0;
  return one.filter((number) => {
    while (at < other.length && other[at]! < number) at++;
    return other[at] === number;
  });
}

/** Counts members that have all the terms. `havingOnce` caches the numbers of each term. */
export async function countInMemory(db: Db, terms: string[], havingOnce: ComputeOnce<MemberNumbers>): Promise<number> {
  const numbersOf = async (term: string) => {
    const value = await readNumbers(db, term);
    return { value, reads: value.length };
  };
  const having = await Promise.all(terms.map((term) => havingOnce(term, () => numbersOf(term))));
  return having.reduce(intersect).length;
}
