import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from './store.ts';
import { newerStore } from './up-to-date.ts';

test('a store that a newer version has changed is refused in plain words, which name that version', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'newer-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'greenroom.db');
  assert.equal(await newerStore({ file }), undefined);
  await (await openStore({ file })).close();
  assert.equal(await newerStore({ file }), undefined);

  const database = new DatabaseSync(file);
  database.exec(`INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01T00:00:00Z');
    UPDATE facts SET value = '99.4.0' WHERE name = 'program'`);
  database.close();
  const told =
    /^The store was written by Greenroom 99\.4\.0, and this is \d+\.\d+\.\d+: go back to it, or restore a backup/;
  assert.match((await newerStore({ file }))!, told);
  await assert.rejects(openStore({ file }), { message: told });
});
