import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nextPhaseChangeFile } from '#domain/items/phases.ts';
import { createBoundaryWatch } from './embargoes.ts';

test('the room is built once when the time of a planned item has come', async (t) => {
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-boundary-'));
  t.after(() => rmSync(contentDir, { recursive: true }));
  const requests: number[] = [];
  let now = 1000;
  const look = createBoundaryWatch({ contentDir, request: async () => void requests.push(now), now: () => now });
  await look();
  mkdirSync(join(contentDir, '.build'));
  writeFileSync(join(contentDir, '.build', nextPhaseChangeFile), '{"at":2000}');
  for (now of [1999, 2000, 2001]) await look();
  writeFileSync(join(contentDir, '.build', nextPhaseChangeFile), '{"at":3000}');
  for (now of [2500, 3500]) await look();
  writeFileSync(join(contentDir, '.build', nextPhaseChangeFile), '{}');
  await look();
  assert.deepEqual(requests, [2000, 3500]);
});
