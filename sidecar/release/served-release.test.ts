// Tests when the public pages are closed.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createServedRelease } from './served-release.ts';

test('the pages are closed before the first release, and while they show the example to a creator who has begun', async (t) => {
  const roomDir = mkdtempSync(join(tmpdir(), 'served-release-'));
  t.after(() => rmSync(roomDir, { recursive: true }));
  const contentDir = join(roomDir, 'content');
  const baseUrl = 'https://room.example';
  const before = createServedRelease({ baseUrl, contentDir, roomDir, environment: { env: {} } });
  assert.equal(before.isClosed(), true);
  const { name } = before.live().facts.creator;
  mkdirSync(join(contentDir, 'example'), { recursive: true });
  writeFileSync(join(contentDir, 'example', 'creator.json'), JSON.stringify({ name }));
  const served = createServedRelease({ baseUrl, contentDir, roomDir, environment: { env: {} } });
  served.open();
  assert.equal(served.isClosed(), false);
  mkdirSync(join(contentDir, '.build', 'setup'), { recursive: true });
  await setTimeout(600);
  assert.equal(served.isClosed(), true);
  const own = join(contentDir, 'creator.json');
  writeFileSync(own, JSON.stringify({ name: 'Ida Berg' }));
  assert.equal(served.isClosed(), true);
  writeFileSync(own, JSON.stringify({ name }));
  await setTimeout(600);
  assert.equal(served.isClosed(), false, 'a copy of the example is a room like any other');
});
