// The file of the embedded store goes, or is damaged, while it is in use: nothing more is accepted into it.
import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openStore, checkConnection, type Store, openStoreLazily } from './store.ts';
import { classifyStoreError } from './store-errors.ts';

function folderOf(t: TestContext): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-lost-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file: join(folder, 'data', 'store.db') };
}

/** Large enough that its last pages hold rows. */
async function filledStore(file: string): Promise<Store> {
  const store = await openStore({ file });
  const rows = Array.from({ length: 400 }, (_, n) => ({ name: `${n}`, value: 'x'.repeat(1000) }));
  await store.db.insertInto('secrets').values(rows).execute();
  await store.close();
  return openStore({ file });
}

function overwrite(file: string, at: number, bytes: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes, 7), 0, bytes, at);
  closeSync(descriptor);
}

const harms: Record<string, (file: string, folder: string) => void> = {
  'its folder is deleted': (_, folder) => rmSync(join(folder, 'data'), { recursive: true }),
  'it is deleted': (file) => rmSync(file),
  'its log is deleted': (file) => rmSync(`${file}-wal`),
  'a copy takes its place': (file) => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  'it is emptied': (file) => truncateSync(file),
  'it is cut': (file) => truncateSync(file, 100_000),
  'it is overwritten': (file) => overwrite(file, 0, 4096),
};

for (const [what, harm] of Object.entries(harms)) {
  test(`${what}: reads, writes and transactions are refused, and it is said what to do`, async (t) => {
    const { folder, file } = folderOf(t);
    const { db, close } = await filledStore(file);
    const write = (name: string) => db.insertInto('secrets').values({ name, value: '' }).execute();
    harm(file, folder);
    const isLost = (error: Error) =>
      classifyStoreError(error) === 'lost' && /npm run restore -- FOLDER/.test(error.message);
    await assert.rejects(write('never'), isLost);
    await assert.rejects(db.selectFrom('secrets').selectAll().execute(), isLost);
    const transaction = db.transaction().execute((tx) => tx.deleteFrom('secrets').execute());
    await assert.rejects(transaction, isLost);
    await assert.rejects(checkConnection({ db }), isLost);
    await close();
  });
}

test('a transaction is not accepted if the file was removed before its end', async (t) => {
  const { file } = folderOf(t);
  const { db, close } = await openStore({ file });
  const transaction = db.transaction().execute(async (tx) => {
    await tx.insertInto('secrets').values({ name: 'never', value: '' }).execute();
    rmSync(file);
  });
  await assert.rejects(transaction, (error) => classifyStoreError(error) === 'lost');
  await close();
});

test('damage that a query meets stays for all that follow', async (t) => {
  const { file } = folderOf(t);
  const { db, close } = await filledStore(file);
  overwrite(file, statSync(file).size - 100_000, 100_000);
  await assert.rejects(db.selectFrom('secrets').selectAll().execute(), (error) => classifyStoreError(error) === 'lost');
  await assert.rejects(checkConnection({ db }), /is damaged/);
  await close();
});

test('a damaged file is named at the start, and the store is open once a copy is in its place', async (t) => {
  const { folder, file } = folderOf(t);
  await (await openStore({ file })).close();
  copyFileSync(file, join(folder, 'copy'));
  writeFileSync(file, 'garbage where the store was');
  const store = openStoreLazily({ file });
  await assert.rejects(checkConnection(store), /^Error: The store .*store\.db is damaged .*npm run restore -- FOLDER/);
  rmSync(file);
  copyFileSync(join(folder, 'copy'), file);
  await checkConnection(store);
  await store.close();
});
