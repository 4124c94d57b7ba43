// The shared store: connections to a PostgreSQL that may go away and come back.
import pg from 'pg';

/** Milliseconds after which a server that does not answer counts as away. */
const connectMs = 5000;
const queryMs = 30_000;

// bigint as number: instants in milliseconds and ids stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * A connection may break at any moment. The pool listens to those that are idle; one that is in use, between two queries
 * of a transaction, would end the process if nobody listened to it. Its next query fails and says why.
 */
const listening = (pool: pg.Pool, onError: (error: Error) => void): pg.Pool =>
  pool.on('error', onError).on('connect', (client) => void client.on('error', onError));

/** For bringing it up to date, which may take its time. */
export const openPatiently = (url: string, onError: (error: Error) => void): pg.Pool =>
  listening(new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: connectMs }), onError);

export function openPostgres(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
  });
  return listening(pool, onError);
}
