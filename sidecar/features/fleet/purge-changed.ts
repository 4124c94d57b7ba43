// Purges what a release changed from the CDN in front of a fleet: once, and only when every machine serves the new release,
// since the CDN would otherwise fetch the old one again.
import { isNamedByContent } from '#domain/links.ts';
import { fact, setFact } from '../../storage/facts.ts';
import type { Db } from '../../storage/store.ts';
import { behind, patienceMs } from './everywhere.ts';

const name = 'fleet.unpurged';

interface Unpurged {
  /** By the clock of the store, of the newest change. */
  since: number;
  paths: string[];
}

const read = (text: string | undefined): Unpurged => (text ? (JSON.parse(text) as Unpurged) : { since: 0, paths: [] });

/** Kept in the store, so that the next builder does it if this one fails. */
export async function noteChanged(db: Db, changed: string[], now: number): Promise<void> {
  const { paths } = read(await fact(db, name));
  const all = new Set([...paths, ...changed.filter((path) => !isNamedByContent(path))]);
  await setFact(db, name, JSON.stringify({ since: now, paths: [...all] } satisfies Unpurged));
}

/** `purge` gets paths. Paths that it refuses, and those that changed in the meantime, are left for the next time. */
export async function purgeNoted(
  db: Db,
  live: string,
  now: number,
  purge: (paths: string[]) => Promise<void>,
): Promise<void> {
  const text = await fact(db, name);
  const { since, paths } = read(text);
  if (paths.length === 0) return;
  if (now - since < patienceMs && (await behind(db, live, now)).length > 0) return;
  await purge(paths);
  await db.deleteFrom('facts').where('name', '=', name).where('value', '=', text!).execute();
}
