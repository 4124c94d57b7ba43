// The store, looked at without changing it, and its copies.
import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { checkCopy, copiesIn } from '../../sidecar/backups/copies.ts';
import { checkStore } from '../../sidecar/store/backup.ts';
import { hadStore, replacedStore } from '../../sidecar/store/known-store.ts';
import { storePlace } from '../../sidecar/store/place.ts';
import { contentDir } from '../settings.ts';
import { type Found, ok, problem, warning } from './finding.ts';

const connectMs = 5000;

async function checkServer(url: string): Promise<Found[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return [ok('PostgreSQL answers')];
  } catch (error) {
    return [
      problem(`PostgreSQL does not answer: ${(error as Error).message}`, { fix: 'start it, or correct DATABASE_URL' }),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function checkStores(settings: Settings): Promise<Found[]> {
  const { databaseUrl, file } = storePlace(settings);
  const replaced = replacedStore(contentDir());
  const lost = replaced ? [warning(replaced)] : [];
  if (databaseUrl) return [...lost, ...(await checkServer(databaseUrl))];
  const fix = 'npm run restore -- COPY puts the last copy in its place';
  if (!existsSync(file) && hadStore(contentDir()))
    return [problem(`${file} is missing, though the room had a store: a start would make an empty one`, { fix })];
  if (!existsSync(file)) return [ok('there is none yet; the first start makes it')];
  try {
    checkStore(file);
    return [...lost, ok(`${file} is whole`)];
  } catch (error) {
    return [problem((error as Error).message, { fix })];
  }
}

const hourMs = 3_600_000;

const ageInWords = (ms: number): string =>
  ms < 48 * hourMs ? `${Math.round(ms / hourMs)} hours` : `${Math.round(ms / (24 * hourMs))} days`;

export async function checkBackups({ backupDir, backupHours }: Settings, now: number): Promise<Found[]> {
  const newest = (await copiesIn(backupDir)).at(-1);
  const fix = 'npm run backup';
  if (!newest) return [warning(`there is no copy in ${backupDir}`, { fix })];
  const age = now - newest.at;
  const says = `the newest copy is ${ageInWords(age)} old: ${newest.path}`;
  try {
    await checkCopy(newest.path);
  } catch (error) {
    return [problem((error as Error).message, { fix })];
  }
  // One that is missed is made up for; two are not.
  const isLate = backupHours > 0 && age > 2 * backupHours * hourMs;
  return [isLate ? warning(says, { fix }) : ok(says)];
}
