import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { prune } from './releases.ts';

test('of the older releases the newest stays, whatever its name', () => {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-dist-'));
  try {
    // Names are digests: their order says nothing.
    for (const [age, name] of ['live', 'before', 'a-newest', 'z-oldest', 'm-old'].entries()) {
      mkdirSync(join(dist, 'releases', name), { recursive: true });
      const manifest = join(dist, 'releases', name, 'manifest.json');
      writeFileSync(manifest, '{}');
      utimesSync(manifest, 1000 - age, 1000 - age);
    }
    prune(dist, 'live', 'before');
    assert.deepEqual(readdirSync(join(dist, 'releases')).sort(), ['a-newest', 'before', 'live']);
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
});
