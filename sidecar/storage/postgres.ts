// The shared store: connections to a PostgreSQL server that may be temporarily unavailable.
import pg from 'pg';

/** Milliseconds after which a server that does not answer counts as unavailable. */
const connectMs = 5000;
const queryMs = 30_000;

// bigint as number: instants in milliseconds and ids stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Handles errors of broken connections. The pool listens only to idle ones; an error of a connection in use, between
 * two queries of a transaction, would end the process. The next query of that connection fails with the reason.
 */
const handleErrors = (pool: pg.Pool, onError: (error: Error) => void): pg.Pool =>
  pool.on('error', onError).on('connect', (client) => void client.on('error', onError));

/** Opens a connection without time limits for migrations, which may take long. */
export const openForMigration = (url: string, onError: (error: Error) => void): pg.Pool =>
  handleErrors(new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: connectMs }), onError);

export interface PoolSettings {
  /** Maximum number of connections. */
  max: number;
  /** Time limit of the server for a statement; 0 sets none, since pgBouncer does not accept it. */
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
  return handleErrors(pool, onError);
}
