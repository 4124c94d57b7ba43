import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stampOf } from './rotation.ts';
import { backupSchedule } from './schedule.ts';

test('a copy is made when the last one is old enough, and a failure is tried again after an hour', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-schedule-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let time = Date.UTC(2026, 4, 1);
  let works = true;
  let runs = 0;
  const run = async () => {
    runs++;
    if (!works) return { ok: false, output: 'no space' };
    const copy = join(folder, stampOf(new Date(time)));
    mkdirSync(copy);
    writeFileSync(join(copy, 'backup.json'), '{}');
    return { ok: true, output: '' };
  };
  const look = backupSchedule({ folder, everyHours: 24, run, now: () => time });
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
  const never = backupSchedule({ folder, everyHours: 0, run, now: () => time + 1e12 });
  await never();
  assert.equal(runs, 3);
});
