import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NotWritableError, findWriteProblem, explainWriteError } from './write-errors.ts';

const thrown = (task: () => unknown): unknown => {
  try {
    return task();
  } catch (error) {
    return error;
  }
};

test('writable files are not reported, and a missing file keeps its error', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'unwritable-'));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(findWriteProblem(join(folder, 'not', 'yet', 'there')), undefined);
  const missing = thrown(() => readFileSync(join(folder, 'creator.json')));
  for (const error of [missing, new Error('else'), undefined, 'text'])
    assert.equal(explainWriteError(error), undefined);
});

test('the error has the code of the system, and says what it means', () => {
  const told = (code: string) => new NotWritableError('/c', Object.assign(new Error('system'), { code }));
  assert.equal(told('EROFS').message, '/c cannot be written: its disk is read-only (EROFS).');
  assert.equal(told('EIO').message, '/c cannot be written: system (EIO).');
  assert.match(told('EACCES').message, /belongs to another user/);
  assert.equal(told('EDQUOT').message, '/c cannot be written: the quota of its owner is used up (EDQUOT).');
  assert.equal((told('EROFS') as NodeJS.ErrnoException).code, 'EROFS');
});
