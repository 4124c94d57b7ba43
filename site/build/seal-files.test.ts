import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import type { Progress } from '#domain/release/site-entry.ts';
import type { MadeFile } from './made/made-file.ts';
import type { Plan } from './plan.ts';
import { sealMade, type Settings } from './seal-files.ts';

test('many pictures are made a few at a time, kept in the given order, and told of as they are made', async () => {
  let [making, most] = [0, 0];
  const files = Array.from({ length: 450 }, (_, n): MadeFile => ({
    path: `/cards/${n}.jpg`,
    type: 'image/jpeg',
    changedAt: '2026-01-01T00:00:00Z',
    key: String(n),
    make: async () => {
      most = Math.max(most, ++making);
      await sleep(n % 3);
      making--;
      return Buffer.from(String(n));
    },
  }));
  const told: (Progress | undefined)[] = [];
  const settings = {
    tree: { put: () => {} },
    files: { keepUp: async () => {}, check: () => {} },
    step: (name: string, progress?: Progress) => {
      assert.equal(name, 'cards');
      told.push(progress);
    },
  } as unknown as Settings;
  const entries = new Map<string, ManifestEntry>();
  await sealMade(settings, { isLive: ({ key }) => key === '7', previous: undefined } as Plan, files, entries, 'cards');
  assert.deepEqual([...entries.keys()], files.map(({ path }) => path).filter((path) => path !== '/cards/7.jpg')); // prettier-ignore
  assert.ok(most <= 2 * availableParallelism());
  assert.deepEqual(told, [undefined, { done: 0, of: 449 }, { done: 200, of: 449 }, { done: 400, of: 449 }]);
});
