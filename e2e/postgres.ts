// A PostgreSQL of the test's own, gone afterwards.
import { startScript } from './script.ts';

export interface Postgres {
  url: string;
  stop: () => Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const { said: url, stop } = await startScript('postgres');
  return { url, stop };
}
