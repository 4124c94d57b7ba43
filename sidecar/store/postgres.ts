// The shared store: connections to a PostgreSQL that may go away and come back.
import pg from 'pg';

/** Milliseconds after which a server that does not answer counts as away. */
const connectMs = 5000;
const queryMs = 30_000;

// bigint as number: instants in milliseconds and ids stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** For bringing it up to date, which may take its time. */
export const openPatiently = (url: string): pg.Pool =>
  new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: connectMs });

export function openPostgres(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
  });
  // A connection that breaks while nobody uses it; the next query takes another one.
  return pool.on('error', onError);
}
