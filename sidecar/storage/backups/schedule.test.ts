import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatBackupName } from './rotation.ts';
import { createBackupSchedule } from './schedule.ts';

test('a copy is made when the last one is old enough, and a failure is tried again after an hour', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-schedule-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let time = Date.UTC(2026, 4, 1);
  let works = true;
  let runs = 0;
  const run = async () => {
    runs++;
    if (!works) return { ok: false, output: 'no space' };
    const copy = join(folder, formatBackupName(new Date(time)));
    mkdirSync(copy);
    writeFileSync(join(copy, 'backup.json'), '{}');
    return { ok: true, output: '' };
  };
  const look = createBackupSchedule({ folder, everyHours: 24, run, now: () => time });
  const minutes = async (count: number) => {
    for (let n = 0; n < count; n++, time += 60_000) await look();
    return runs;
  };
  assert.equal(await minutes(5), 0, 'a start has other things to do');
  assert.equal(await minutes(1), 1);
  assert.equal(await minutes(24 * 60 - 1), 1);
  works = false;
  time += 60_000;
  await assert.rejects(look(), /no space/);
  assert.equal(await minutes(59), 2);
  time += 60_000;
  works = true;
  assert.equal(await minutes(1), 3);
  const future = join(folder, formatBackupName(new Date(time + 5 * 365 * 86_400_000)));
  mkdirSync(future);
  writeFileSync(join(future, 'backup.json'), '{}');
  assert.equal(await minutes(24 * 60), 4, 'a copy of a clock that was ahead is none of today');
  const never = createBackupSchedule({ folder, everyHours: 0, run, now: () => time + 1e12 });
  await never();
  assert.equal(runs, 4);
});

test('a clock that is set back after the start does not put copies off', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-schedule-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let time = Date.UTC(2031, 0, 1);
  let runs = 0;
  const run = async () => ({ ok: ++runs > 0, output: '' });
  const look = createBackupSchedule({ folder, everyHours: 24, run, now: () => time });
  await look();
  assert.equal(runs, 0);
  time = Date.UTC(2026, 4, 1);
  await look();
  assert.equal(runs, 1);
});
