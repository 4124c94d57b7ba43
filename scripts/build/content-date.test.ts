import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { updateContentDate } from './content-date.ts';

const now = Date.parse('2026-06-01T12:00:00.700Z');

test('the date follows the items, and where they tell of no change it still moves forward, also from scratch', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-date-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '.build'));
  const date = (content: object, newest: string, at = now) =>
    updateContentDate(folder, JSON.stringify(content), newest, at);
  assert.equal(await date({ items: [1] }, '2026-05-01T00:00:00Z'), '2026-05-01T00:00:00Z');
  assert.equal(await date({ items: [1, 2] }, '2026-05-20T00:00:00Z'), '2026-05-20T00:00:00Z');
  const hidden = await date({ items: [1] }, '2026-05-01T00:00:00Z');
  assert.equal(hidden, '2026-06-01T12:00:00Z');
  assert.equal(await date({ items: [1] }, '2026-05-01T00:00:00Z', now + 9000), hidden);
  const again = await date({ items: [] }, '2026-05-01T00:00:00Z', now - 9000);
  assert.equal(again, '2026-06-01T12:00:01Z');
  rmSync(join(folder, '.build'), { recursive: true });
  mkdirSync(join(folder, '.build'));
  assert.equal(await date({ items: [] }, '2026-05-01T00:00:00Z', now + 99_000), again);
  assert.equal(await date({ items: [3] }, '2026-06-02T00:00:00Z'), '2026-06-02T00:00:00Z');
});
