// A PostgreSQL of the test's own, gone afterwards.
import { startScript } from './script.ts';

export interface Postgres {
  url: string;
  /** `fast` breaks off every connection in order, `immediate` as a crash would. */
  restart: (mode: 'fast' | 'immediate') => Promise<void>;
  stop: () => Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const { said: url, tell, stop } = await startScript('postgres');
  const restart = async (mode: string) => void (await tell(`restart ${mode}`));
  return { url, restart, stop };
}
