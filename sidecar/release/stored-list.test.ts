import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { linesPerFile, listFile } from '#domain/release/list-files.ts';
import { storedList } from './stored-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-lists-'));
after(() => rmSync(folder, { recursive: true }));

/** Newest first; written as a build does, so many lines a file from the oldest. */
function written(count: number): { all: string[]; files: number } {
  const all = Array.from({ length: count }, (_, n) => JSON.stringify({ n: count - n }));
  const files = Math.max(1, Math.ceil(count / linesPerFile));
  for (let number = 1; number <= files; number++) {
    const path = join(folder, listFile('articles', number));
    mkdirSync(dirname(path), { recursive: true });
    const own = all.slice(Math.max(0, count - number * linesPerFile), count - (number - 1) * linesPerFile);
    writeFileSync(path, own.map((line) => `${line}\n`).join(''));
  }
  return { all, files };
}

test('a window is what an array of all lines gives, within a file, over several, at both ends and beyond', () => {
  for (const count of [0, 1, linesPerFile, linesPerFile + 1, 2 * linesPerFile + 300]) {
    const { all, files } = written(count);
    const list = storedList(folder, 'articles', files);
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
  const list = storedList(folder, 'articles', files);
  assert.deepEqual(list.slice(0, 5), all.slice(0, 5));
  assert.throws(() => list.slice(2 * linesPerFile), ApiError);
});
