import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectExpiredBackups, formatBackupName, parseBackupName } from './rotation.ts';

const end = new Date(Date.UTC(2026, 11, 31));

const copies = (days: number, everyHours: number) =>
  Array.from({ length: (days * 24) / everyHours }, (_, n) =>
    formatBackupName(new Date(Date.UTC(2026, 4, 20, 18) - n * everyHours * 3_600_000)),
  );

test('seven daily and four weekly backups remain of two months of backups every six hours', () => {
  const names = copies(60, 6);
  const gone = new Set(selectExpiredBackups(names, { daily: 7, weekly: 4 }, end));
  const left = names.filter((name) => !gone.has(name)).map((name) => name.slice(4, 11));
  assert.deepEqual(left, [
    '0520T18',
    '0519T18',
    '0518T18',
    '0517T18',
    '0516T18',
    '0515T18',
    '0514T18',
    '0510T18',
    '0503T18',
    '0426T18',
    '0419T18',
  ]);
});

test('rotating again and again as days pass leaves the same number, and the newest always', () => {
  let names: string[] = [];
  for (let day = 0; day < 90; day++) {
    names.push(formatBackupName(new Date(Date.UTC(2026, 0, 1 + day, 12))));
    const gone = new Set(selectExpiredBackups(names, { daily: 7, weekly: 4 }, end));
    assert.ok(!gone.has(names.at(-1)!));
    names = names.filter((name) => !gone.has(name));
  }
  assert.equal(names.length, 11);
});

test('after a pause of months the old copies are not thrown away for their age', () => {
  const names = ['20260101T000000Z', '20260102T000000Z', '20260901T000000Z'];
  assert.deepEqual(selectExpiredBackups(names, { daily: 7, weekly: 4 }, end), []);
});

test('files that are not backups stay', () => {
  const names = ['greenroom-20260101T000000Z.db', '20260101T000000Z.part', 'holiday', '20269999T000000Z'];
  assert.deepEqual(selectExpiredBackups(names, { daily: 1, weekly: 0 }, end), []);
  assert.equal(parseBackupName('20260501T180000Z'), Date.UTC(2026, 4, 1, 18));
});

test('copies from the future take no place of others, and stay until their time comes', () => {
  const future = ['20310101T000000Z', '20310102T000000Z', '20310103T000000Z'];
  const past = copies(10, 24);
  const kept = { daily: 3, weekly: 0 };
  const gone = selectExpiredBackups([...future, ...past], kept, end);
  assert.deepEqual(gone, selectExpiredBackups(past, kept, end));
  assert.equal(gone.length, 7);
  assert.equal(selectExpiredBackups([...future, ...past], kept, new Date(Date.UTC(2031, 0, 4))).length, 10);
});
