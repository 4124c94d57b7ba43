// Checks the store, without changing it, and its backups.
import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Environment, Settings } from '../../sidecar/settings/settings.ts';
import { verifyBackup, listBackups, type Backup, findNewestBackup } from '../../sidecar/storage/backups/backups.ts';
import { verifyStore } from '../../sidecar/storage/store-backup.ts';
import { hadStore, describeReplacedStore } from '../../sidecar/storage/known-store.ts';
import { describeNewerStore } from '../../sidecar/storage/migrate.ts';
import { storeLocation } from '../../sidecar/storage/store-location.ts';
import { contentDir } from '../settings.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const connectMs = 5000;

async function checkServer(url: string): Promise<CheckResult[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return [ok('PostgreSQL answers')];
  } catch (error) {
    return [
      problem(`PostgreSQL does not answer: ${(error as Error).message}`, { fix: 'start it or correct DATABASE_URL' }),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function checkStores(env: Environment, settings: Settings): Promise<CheckResult[]> {
  const { databaseUrl, file } = storeLocation(settings);
  const replaced = describeReplacedStore(contentDir(env));
  const warnings = replaced ? [warning(replaced)] : [];
  // An older version can use the store as long as the newer one only added to it.
  const newer = await describeNewerStore({ databaseUrl, file });
  if (newer) return [problem(newer)];
  if (databaseUrl) return [...warnings, ...(await checkServer(databaseUrl))];
  const fix = 'restore the last backup with npm run restore -- BACKUP';
  if (!existsSync(file) && hadStore(contentDir(env)))
    return [
      problem(`${file} is missing although the room had a store; the next start would create an empty one`, { fix }),
    ];
  if (!existsSync(file)) return [ok('there is no store yet; the first start creates it')];
  try {
    verifyStore(file);
    return [...warnings, ok(`${file} is intact`)];
  } catch (error) {
    return [problem((error as Error).message, { fix })];
  }
}

const hourMs = 3_600_000;

const formatAge = (ms: number): string =>
  ms < 48 * hourMs ? `${Math.round(ms / hourMs)} hours` : `${Math.round(ms / (24 * hourMs))} days`;

async function checkNewest(newest: Backup, backupHours: number, now: number): Promise<CheckResult> {
  const fix = 'npm run backup';
  const age = now - newest.at;
  const says = `the newest backup is ${formatAge(age)} old: ${newest.path}`;
  try {
    await verifyBackup(newest.path);
  } catch (error) {
    return problem((error as Error).message, { fix });
  }
  // A single missed backup is made up for at the next start.
  const isLate = backupHours > 0 && age > 2 * backupHours * hourMs;
  return isLate ? warning(says, { fix }) : ok(says);
}

export async function checkBackups(
  { backupDir, backupHours }: Pick<Settings, 'backupDir' | 'backupHours'>,
  now: number,
): Promise<CheckResult[]> {
  const futureBackups = (await listBackups(backupDir)).filter(({ at }) => at > now);
  const newest = await findNewestBackup(backupDir, now);
  const result = newest
    ? await checkNewest(newest, backupHours, now)
    : warning(`there is no backup in ${backupDir}${futureBackups.length > 0 ? ' except from the future' : ''}`, {
        fix: 'npm run backup',
      });
  return [
    result,
    ...futureBackups.map(({ path }) =>
      warning(`${path} has a date in the future: the clock was ahead then or is behind now`, {
        fix: 'set the clock; if the clock is right, delete the backup',
      }),
    ),
  ];
}
