// A copy restored elsewhere is what was copied; a damaged one is refused.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test, type TestContext } from 'node:test';
import program from '#package.json' with { type: 'json' };
import { readState } from '../state.ts';
import { openStore } from '../store.ts';
import { verifyBackup, listBackups, createBackup, createNextBackup, type BackupDeps } from './backups.ts';
import { hashFile } from './files.ts';
import { restoreBackup } from './restore.ts';

const kept = { daily: 7, weekly: 4 };
const folders = { CONTENT_DIR: '/room/content', DIST_DIR: '/room/dist', DATA_DIR: '/room/.data' };

async function newRoom(t: TestContext) {
  const folder = await fs.mkdtemp(join(tmpdir(), 'greenroom-copies-'));
  t.after(() => fs.rm(folder, { recursive: true }));
  const contentDir = join(folder, 'content');
  await fs.mkdir(join(contentDir, 'published'), { recursive: true });
  await fs.mkdir(join(contentDir, 'media', 'press'), { recursive: true });
  await fs.mkdir(join(contentDir, '.build'));
  await fs.writeFile(join(contentDir, 'creator.json'), '{}');
  await fs.writeFile(join(contentDir, 'published', 'a-0001.md'), 'One');
  await fs.writeFile(join(contentDir, 'media', 'press', 'large.jpg'), Buffer.alloc(300_000, 7));
  await fs.writeFile(join(contentDir, '.build', 'room.json'), 'made anew');
  await fs.symlink('creator.json', join(contentDir, 'link.json'));
  await fs.writeFile(join(folder, 'greenroom.env'), 'LNBITS_KEY=secret\n');
  const storeFile = join(folder, 'data', 'greenroom.db');
  await fs.mkdir(join(folder, 'data'));
  const { db, close } = await openStore({ file: storeFile });
  await db.insertInto('secrets').values({ name: 'kept', value: 'yes' }).execute();
  let time = Date.UTC(2026, 4, 1, 12);
  const deps: BackupDeps = {
    contentDir,
    storeFile,
    settingsFile: join(folder, 'greenroom.env'),
    exclusively: (work) => work(),
    now: () => new Date((time += 86_400_000)),
  };
  return { folder, parts: deps, closeStore: close };
}

/** Path and digest of every file, and where links lead. */
async function tree(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (name.startsWith('.build')) continue;
    if (entry.isFile()) lines.push(`${name} ${await hashFile(path)}`);
    if (entry.isSymbolicLink()) lines.push(`${name} → ${await fs.readlink(path)}`);
  }
  return lines.sort();
}

test('a copy that is restored into another folder is the room, file by file and row by row', async (t) => {
  const { folder, parts, closeStore } = await newRoom(t);
  const { path, list } = await createNextBackup(join(folder, 'copies'), kept, parts);
  await closeStore();
  assert.equal((await fs.stat(path)).mode & 0o777, 0o700);
  assert.equal((await fs.stat(join(path, 'greenroom.env'))).mode & 0o777, 0o600);
  assert.deepEqual(
    list.files.map((file) => file.path),
    ['creator.json', 'media/press/large.jpg', 'published/a-0001.md'],
  );
  const other = join(folder, 'other');
  const places = {
    contentDir: join(other, 'content'),
    storeFile: join(other, 'data', 'greenroom.db'),
    settingsFile: join(other, 'greenroom.env'),
    roomDir: other,
    folders,
  };
  const { restored, before } = await restoreBackup(path, places, 'now');
  assert.deepEqual([restored, before], [[places.storeFile, places.contentDir, places.settingsFile], []]);
  assert.deepEqual(await tree(places.contentDir), await tree(parts.contentDir));
  assert.equal(await fs.readFile(places.settingsFile, 'utf8'), 'LNBITS_KEY=secret\n');
  const store = await openStore({ file: places.storeFile });
  const rows = await store.db.selectFrom('secrets').select(['name', 'value']).execute();
  assert.deepEqual(
    rows.map(({ name, value }) => [name, value]),
    [['kept', 'yes']],
  );
  assert.equal((await readState(store.db, 'storeVersion'))?.version, program.version);
  await store.close();
  await fs.writeFile(join(places.contentDir, 'published', 'a-0001.md'), 'Two');
  const again = await restoreBackup(path, places, 'later');
  assert.deepEqual(again.before, [`${places.storeFile}.before-later`, `${places.contentDir}.before-later`]);
  assert.equal(await fs.readFile(`${places.contentDir}.before-later/published/a-0001.md`, 'utf8'), 'Two');
  assert.equal(await fs.readFile(join(places.contentDir, 'published', 'a-0001.md'), 'utf8'), 'One');
});

test('unchanged files are not copied again, and rotation leaves the other backups complete', async (t) => {
  const { folder, parts, closeStore } = await newRoom(t);
  t.after(closeStore);
  const copies = join(folder, 'copies');
  const first = await createNextBackup(copies, kept, parts);
  await fs.writeFile(join(parts.contentDir, 'published', 'a-0001.md'), 'Changed');
  const second = await createNextBackup(copies, kept, parts);
  const inode = async (copy: string, path: string) => (await fs.stat(join(copy, 'content', path))).ino;
  const large = 'media/press/large.jpg';
  assert.equal(await inode(first.path, large), await inode(second.path, large));
  assert.equal(await fs.readFile(join(first.path, 'content', 'published', 'a-0001.md'), 'utf8'), 'One');
  const third = await createNextBackup(copies, { daily: 1, weekly: 0 }, parts);
  assert.equal(third.deleted.length, 2);
  assert.deepEqual(
    (await listBackups(copies)).map(({ path }) => path),
    [third.path],
  );
  await verifyBackup(third.path);
});

test('a damaged copy is refused before anything is changed, and the next copy does not take its bad file over', async (t) => {
  const { folder, parts, closeStore } = await newRoom(t);
  const copies = join(folder, 'copies');
  const { path } = await createNextBackup(copies, kept, parts);
  const bad = join(path, 'content', 'media', 'press', 'large.jpg');
  await fs.writeFile(bad, Buffer.alloc(300_000, 8));
  const before = await tree(parts.contentDir);
  await closeStore();
  const { contentDir, storeFile, settingsFile } = parts;
  const places = { contentDir, storeFile, settingsFile, roomDir: '/room', folders };
  await assert.rejects(restoreBackup(path, places, 'now'), /damaged: media\/press\/large\.jpg/);
  assert.deepEqual(await tree(contentDir), before);
  const next = await createNextBackup(copies, kept, parts);
  await verifyBackup(next.path);
  await fs.writeFile(join(next.path, 'greenroom.db'), 'no database');
  await assert.rejects(restoreBackup(next.path, places, 'now'), /not a Greenroom database/);
  await assert.rejects(restoreBackup(folder, places, 'now'), /not a backup of a room/);
  assert.deepEqual(await tree(contentDir), before);
});

test('nothing is restored while the room runs, not even the content', async (t) => {
  const { folder, parts, closeStore } = await newRoom(t);
  t.after(closeStore);
  const { path } = await createNextBackup(join(folder, 'copies'), kept, parts);
  await fs.writeFile(join(parts.contentDir, 'creator.json'), '{"mine": true}');
  await assert.rejects(restoreBackup(path, { ...parts, roomDir: folder, folders }, 'now'), /sidecar is running/);
  assert.equal(await fs.readFile(join(parts.contentDir, 'creator.json'), 'utf8'), '{"mine": true}');
  assert.ok(!(await fs.readdir(folder)).includes('content.part'));
});

test('a copy that fails leaves nothing behind, and no folder is written over', async (t) => {
  const { folder, parts, closeStore } = await newRoom(t);
  t.after(closeStore);
  const copy = join(folder, 'copies', 'mine');
  await assert.rejects(createBackup(copy, { ...parts, contentDir: join(folder, 'nowhere') }), /ENOENT/);
  assert.deepEqual(await fs.readdir(join(folder, 'copies')), []);
  await createBackup(copy, parts);
  await assert.rejects(createBackup(copy, parts), /already exists/);
});
