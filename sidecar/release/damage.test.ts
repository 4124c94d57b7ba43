import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { findDamagedPages, describeDamage } from './damage.ts';
import { objectFile, openToRead, findDatabaseProblem, readPages, roomFile } from './room-db.ts';
import type { Release } from './release.ts';
import { addPage, createDist } from './test-release.ts';
import { watchDamage } from './watch-damage.ts';

/** A release of two pages, one of which has a compressed form. */
function openPages(t: TestContext) {
  const dist = createDist(t);
  const first = addPage(dist, '/a', 'the first', 'br');
  const second = addPage(dist, '/b', 'the second');
  const db = openToRead(dist);
  t.after(() => db.close());
  const fileOf: Release['fileOf'] = (page, encoding) => objectFile(dist, page, encoding);
  const release = { pages: readPages(db), fileOf, fetchObject: undefined, problem: () => findDatabaseProblem(db) };
  return { dist, release, files: [fileOf(first), fileOf(first, 'br'), fileOf(second)] };
}

test('a page is damaged while its object or a compressed form of it is missing or cut off', async (t) => {
  const { release, files } = openPages(t);
  assert.deepEqual(await findDamagedPages(release), []);
  for (const [at, file] of files.entries())
    for (const harm of [(path: string) => truncateSync(path, 1), rmSync]) {
      const { release: other, files: own } = openPages(t);
      harm(own[at]!);
      assert.deepEqual(await findDamagedPages(other), [at < 2 ? '/a' : '/b'], file);
    }
  assert.match(
    describeDamage(['/a', '/b', '/c', '/d']),
    /^the files of 4 pages are missing or cut off: \/a, \/b, \/c, …$/,
  );
});

test('damage is found every ten minutes, immediately on suspicion, and forgotten when it is repaired', async (t) => {
  const { release, files } = openPages(t);
  let now = 0;
  const reported: string[] = [];
  const watch = watchDamage({
    live: () => release,
    onTrouble: (damage) => reported.push(damage),
    now: () => now,
    stopping: () => false,
  });
  await watch.look();
  rmSync(files[2]!);
  await watch.look();
  assert.equal(watch.damage(), undefined, 'it is not yet time to look again');
  now += 600_000;
  await watch.look();
  assert.match(watch.damage()!, /missing or cut off: \/b/);
  writeFileSync(files[2]!, 'the second');
  await watch.look();
  assert.equal(watch.damage(), undefined);
  rmSync(files[2]!);
  watch.suspect();
  await watch.look();
  assert.match(watch.damage()!, /\/b/);
  assert.equal(reported.length, 2);
});

test('a damaged database is reported', async (t) => {
  const { dist, release } = openPages(t);
  const watch = watchDamage({ live: () => release, onTrouble: () => {}, now: () => 0, stopping: () => false });
  truncateSync(roomFile(dist), 9000);
  await watch.look();
  assert.ok(watch.damage());
});

test('a look at many pages ends when the sidecar stops or another release goes live, and reports nothing', async (t) => {
  const { release } = openPages(t);
  let isStopping = false;
  let looked = 0;
  let afterSome = (): void => {};
  function* entries(): ReturnType<Release['pages']['entries']> {
    for (looked = 0; looked < 1000; looked++) {
      if (looked === 30) afterSome();
      yield [`/missing-${looked}`, { file: '', type: '', etag: 'none', lastModified: '', size: 4 }];
    }
  }
  const slow = { ...release, pages: { ...release.pages, entries } };
  let live = slow;
  const reported: string[] = [];
  const watch = watchDamage({
    live: () => live,
    onTrouble: (damage) => reported.push(damage),
    now: () => 0,
    stopping: () => isStopping,
  });
  for (const happens of [() => (live = { ...slow }), () => (isStopping = true)]) {
    afterSome = () => void happens();
    await watch.look();
    assert.ok(looked < 100, `${looked} pages`);
  }
  assert.deepEqual([reported, watch.damage()], [[], undefined]);
});

test('on a machine that fetches objects when they are needed, a missing one is no damage', async (t) => {
  const { release, files } = openPages(t);
  rmSync(files[0]!);
  const live = { ...release, fetchObject: async () => {} };
  const watch = watchDamage({ live: () => live, onTrouble: () => {}, now: () => 0, stopping: () => false });
  await watch.look();
  assert.equal(watch.damage(), undefined);
});
