// Who has a term, as numbers in order: what two terms share is counted in a hundredth of the time that a store takes.
import { sql } from 'kysely';
import type { Db } from '../store/store.ts';

export type Numbers = Float64Array;

/** An id ends in 16 hex digits of a hash (member.ts), and a number holds 13 of them. */
const numberOf = (id: string): number => Number.parseInt(id.slice(-13), 16);

/** The ids come as one value, since an object for each would take longer than to find them. */
export async function numbersHaving(db: Db, term: string): Promise<Numbers> {
  const { ids } = await db
    .selectFrom('memberTerms')
    .where('term', '=', term)
    .select(sql<string | null>`string_agg("tenantId", ',')`.as('ids'))
    .executeTakeFirstOrThrow();
  return Float64Array.from(ids?.split(',') ?? [], numberOf).sort();
}

/** Those that are in both. */
export function shared(one: Numbers, other: Numbers): Numbers {
  let at = 0;
  return one.filter((number) => {
    while (at < other.length && other[at]! < number) at++;
    return other[at] === number;
  });
}
