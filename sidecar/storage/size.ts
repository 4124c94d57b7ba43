// The size of the store.
import { sql } from 'kysely';
import type { Store } from './store.ts';

export async function readStoreSize({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<number> {
  const query =
    kind === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(db);
  return Number(rows[0]!.bytes);
}
