import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { givesWay, prune } from './releases.ts';

const second = 1000;

/** Releases by name, with the second in which each was made; names are digests, and their order says nothing. */
function made(t: TestContext, releases: Record<string, number>) {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-dist-'));
  t.after(() => rmSync(dist, { recursive: true, force: true }));
  for (const [name, at] of Object.entries(releases)) {
    mkdirSync(join(dist, 'releases', name), { recursive: true });
    const manifest = join(dist, 'releases', name, 'manifest.json');
    writeFileSync(manifest, '{}');
    utimesSync(manifest, at, at);
  }
  mkdirSync(join(dist, 'releases', 'x.building'));
  return { dist, left: () => readdirSync(join(dist, 'releases')).sort() };
}

const old = { live: 100, before: 80, 'a-newest': 60, 'z-oldest': 20, 'm-old': 40 };

test('the three newest releases stay, whatever their names, and what was not finished goes', (t) => {
  const { dist, left } = made(t, old);
  assert.equal(givesWay(dist, 'live', 200 * second), 'a-newest');
  prune(dist, 'live', { now: 200 * second });
  assert.deepEqual(left(), ['a-newest', 'before', 'live']);
});

test('a release that was live a moment ago is neither taken nor removed, as many as there may be since', (t) => {
  const { dist, left } = made(t, { live: 103, before: 102, third: 101, fourth: 100, fifth: 90 });
  // The fourth was live until the third was made, at 101.
  assert.equal(givesWay(dist, 'live', 104 * second), undefined);
  prune(dist, 'live', { now: 104 * second });
  assert.deepEqual(left(), ['before', 'fifth', 'fourth', 'live', 'third']);
  assert.equal(givesWay(dist, 'live', 106.5 * second), 'fourth');
  prune(dist, 'live', { now: 106.5 * second });
  assert.deepEqual(left(), ['before', 'live', 'third']);
});

test('what shares its files with a damaged release goes at once', (t) => {
  const { dist, left } = made(t, { live: 103, before: 102, third: 101 });
  prune(dist, 'live', { damaged: true, now: 103 * second });
  assert.deepEqual(left(), ['live']);
});
