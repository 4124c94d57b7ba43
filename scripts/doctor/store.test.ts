import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createBackup } from '../../sidecar/storage/backups/backups.ts';
import { readSettings } from '../../sidecar/settings/settings.ts';
import { storeLocation } from '../../sidecar/storage/store-location.ts';
import { openStore } from '../../sidecar/storage/store.ts';
import { checkBackups, checkStores } from './store.ts';

test('a backup from the future causes a warning and does not count as the newest', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-store-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const contentDir = join(folder, 'content');
  const backupDir = join(folder, 'backups');
  mkdirSync(contentDir);
  const places = { contentDir, storeFile: undefined, settingsFile: join(folder, 'none') };
  const copy = (name: string) =>
    createBackup(join(backupDir, name), { ...places, exclusively: (work) => work(), now: () => new Date() });
  const now = Date.UTC(2026, 4, 2);
  const listFindings = async () =>
    (await checkBackups({ backupDir, backupHours: 24 }, now)).map(({ level, says }) => [level, says.split(':')[0]]);
  await copy('20310501T000000Z');
  const futureBackup = ['warning', `${join(backupDir, '20310501T000000Z')} has a date in the future`];
  assert.deepEqual(await listFindings(), [
    ['warning', `there is no backup in ${backupDir} except from the future`],
    futureBackup,
  ]);
  await copy('20260501T000000Z');
  assert.deepEqual(await listFindings(), [['ok', 'the newest backup is 24 hours old'], futureBackup]);
});

test('a store of a newer version passes if that version only added to it, and is a problem otherwise', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-store-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const settings = readSettings({ DATA_DIR: folder }, folder);
  const { file } = storeLocation(settings);
  await (await openStore({ file })).close();
  const apply = (migration: string) => {
    const database = new DatabaseSync(file);
    database.exec(
      `insert into kysely_migration values ('${migration}', '2030'); update "storeVersion" set version = '99.4.0'`,
    );
    database.close();
  };
  apply('999-moods');
  assert.deepEqual(
    (await checkStores({}, settings)).map(({ level }) => level),
    ['ok'],
  );
  apply('999-contract-moods');
  const [result] = await checkStores({}, settings);
  assert.match(`${result!.level}: ${result!.says}`, /^problem: The store was written by Greenroom 99\.4\.0/);
  assert.equal(result!.fix, undefined);
});
