import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeCalls } from '../ops/run-step.ts';

test('the calls are written whole, over those of the day before', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-calls-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeCalls(folder, { total: 9, agent: 3 });
  await writeCalls(folder, { total: 10, agent: 4 });
  assert.deepEqual(await readdir(join(folder, '.build')), ['calls.json']);
  const text = await readFile(join(folder, '.build', 'calls.json'), 'utf8');
  assert.deepEqual(JSON.parse(text), { total: 10, agent: 4 });
});
