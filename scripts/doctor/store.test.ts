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

test('a copy from the future is warned of, and the age is that of the newest other one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-store-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [contentDir, backupDir] = [join(folder, 'content'), join(folder, 'backups')];
  mkdirSync(contentDir);
  const places = { contentDir, storeFile: undefined, settingsFile: join(folder, 'none') };
  const copy = (name: string) =>
    createBackup(join(backupDir, name), { ...places, exclusively: (work) => work(), now: () => new Date() });
  const now = Date.UTC(2026, 4, 2);
  const found = async () =>
    (await checkBackups({ backupDir, backupHours: 24 }, now)).map(({ level, says }) => [level, says.split(':')[0]]);
  await copy('20310501T000000Z');
  const later = ['warning', `${join(backupDir, '20310501T000000Z')} is from the future`];
  assert.deepEqual(await found(), [['warning', `there is no copy in ${backupDir} but of the future`], later]);
  await copy('20260501T000000Z');
  assert.deepEqual(await found(), [['ok', 'the newest copy is 24 hours old'], later]);
});

test('a store that a newer version only added to is whole; one that lost something names that version, not an older copy', async (t) => {
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
  const [found] = await checkStores({}, settings);
  assert.match(`${found!.level}: ${found!.says}`, /^problem: The store was written by Greenroom 99\.4\.0/);
  assert.equal(found!.fix, undefined);
});
