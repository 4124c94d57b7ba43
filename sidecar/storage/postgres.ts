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
export const openForMigration = (url: string, onError: (error: Error) => void): pg.Pool =>
  listening(new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: connectMs }), onError);

export interface PoolSettings {
  /** Connections, at most. */
  max: number;
  /** The server breaks off what takes longer; 0 leaves it to the server, since pgBouncer takes no such wish. */
  statementMs: number;
  lockMs: number;
}

const usual: PoolSettings = { max: 10, statementMs: 25_000, lockMs: 10_000 };

export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { max, statementMs, lockMs }: PoolSettings = usual,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(statementMs > 0 && { statement_timeout: statementMs }),
    ...(lockMs > 0 && { lock_timeout: lockMs }),
    connectionTimeoutMillis: connectMs,
    query_timeout: Math.max(queryMs, statementMs + connectMs),
    keepAlive: true,
  });
  return listening(pool, onError);
}
