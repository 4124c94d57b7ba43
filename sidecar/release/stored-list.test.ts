import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openToRead } from './room-db.ts';
import { openStoredList } from './release.ts';
import { createDist, withRows } from './test-release.ts';

test('a window is what an array of all entries gives, at both ends and beyond', (t) => {
  for (const count of [0, 1, 2300]) {
    const dist = createDist(t);
    const all = Array.from({ length: count }, (_, n) => JSON.stringify({ n: count - n }));
    withRows(dist, (db) => {
      const put = db.prepare('insert into entry values (?, ?, ?, ?, ?)');
      for (const [at, json] of all.entries()) put.run('articles', `a-${at}`, count - 1 - at, '', json);
      put.run('videos', 'another list', 0, '', '{}');
    });
    const db = openToRead(dist);
    const list = openStoredList(db, 'articles');
    assert.equal(list.length, count);
    for (const [from, to] of [
      [0, 20],
      [0, 1000],
      [250, 350],
      [Math.max(0, count - 5), count + 5],
      [count + 5, count + 9],
      [7, 7],
    ] as const)
      assert.deepEqual(list.slice(from, to), all.slice(from, to), `${count}: ${from} to ${to}`);
    assert.deepEqual(list.slice(0), all);
    db.close();
  }
});
