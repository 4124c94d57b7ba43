import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { linesPerFile, listFile, olderListFile } from '#domain/release/list-files.ts';
import { storedList } from './stored-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-lists-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes a list of so many entries as a build does. Gives its lines, newest first, and its files. */
function written(count: number): { all: string[]; files: string[] } {
  const all = Array.from({ length: count }, (_, n) => JSON.stringify({ n: count - n }));
  const files = Array.from({ length: Math.max(1, Math.ceil(count / linesPerFile)) }, (_, i) =>
    listFile('articles', i + 1),
  );
  for (const [i, file] of files.entries()) {
    const [path, number] = [join(folder, file), i + 1];
    mkdirSync(dirname(path), { recursive: true });
    const own = all.slice(Math.max(0, count - number * linesPerFile), count - (number - 1) * linesPerFile);
    writeFileSync(path, own.map((line) => `${line}\n`).join(''));
  }
  return { all, files };
}

test('a window is what an array of all lines gives, within a file, over several, at both ends and beyond', () => {
  for (const count of [0, 1, linesPerFile, linesPerFile + 1, 2 * linesPerFile + 300]) {
    const { all, files } = written(count);
    const list = storedList(folder, files);
    assert.equal(list.length, count);
    for (const [from, to] of [
      [0, 20],
      [0, 1000],
      [250, 350],
      [290, 1310],
      [count - 5, count + 5],
      [count + 5, count + 9],
    ] as const)
      // prettier-ignore
      if (from >= 0) assert.deepEqual(list.slice(from, to), all.slice(from, to), `${count}: ${from} to ${to}`);
    assert.deepEqual(list.slice(0), all);
  }
});

test('a file that is gone is told as something to try again, and the files that nobody asks for are not read', () => {
  const { all, files } = written(2 * linesPerFile + 300);
  rmSync(join(folder, listFile('articles', 1)));
  const list = storedList(folder, files);
  assert.deepEqual(list.slice(0, 5), all.slice(0, 5));
  assert.throws(() => list.slice(2 * linesPerFile), ApiError);
});

test('a list of an older version, which has one file, is read from that', () => {
  const { all } = written(2 * linesPerFile + 300);
  const file = olderListFile('articles');
  writeFileSync(join(folder, file), all.map((line) => `${line}\n`).join(''));
  const list = storedList(folder, [file], Infinity);
  assert.equal(list.length, all.length);
  assert.deepEqual(list.slice(1500, 2600), all.slice(1500, 2600));
  assert.deepEqual(storedList(folder, [file], Infinity).slice(0), all);
});
