import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pricedTextsFile, textsFile } from '#domain/search/text-index.ts';
import { givesWay, givesWayIn, makeSpare, prune, putInPlace, releaseDir, spareDir } from './releases.ts';

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

test('the four newest releases stay, whatever their names, and what was not finished goes', (t) => {
  const { dist, left } = made(t, old);
  assert.equal(givesWay(dist, 'live', 200 * second), releaseDir(dist, 'a-newest'));
  prune(dist, 'live', { now: 200 * second });
  assert.deepEqual(left(), ['a-newest', 'before', 'live', 'm-old']);
});

test('a release that is made again takes the place of the old one, which goes once it is live', async (t) => {
  const { dist, left } = made(t, old);
  const building = releaseDir(dist, 'x.building');
  writeFileSync(join(building, 'manifest.json'), '{"made":"again"}');
  await putInPlace(building, releaseDir(dist, 'live'));
  assert.equal(readFileSync(join(releaseDir(dist, 'live'), 'manifest.json'), 'utf8'), '{"made":"again"}');
  assert.equal(givesWay(dist, 'live', 200 * second), releaseDir(dist, 'a-newest'));
  prune(dist, 'live', { now: 200 * second });
  assert.deepEqual(left(), ['a-newest', 'before', 'live', 'm-old']);
});

test('a release that was live a moment ago is neither taken nor removed, as many as there may be since', (t) => {
  const { dist, left } = made(t, { live: 103, before: 102, third: 101, fourth: 100, fifth: 99 });
  // The fifth was live until the fourth was made, at 100.
  assert.equal(givesWay(dist, 'live', 104 * second), undefined);
  assert.equal(givesWayIn(dist, 'live', 103.5 * second), 501);
  prune(dist, 'live', { now: 104 * second });
  assert.deepEqual(left(), ['before', 'fifth', 'fourth', 'live', 'third']);
  assert.equal(givesWay(dist, 'live', 104.5 * second), releaseDir(dist, 'fifth'));
  assert.equal(givesWayIn(dist, 'live', 104.5 * second), 0);
  prune(dist, 'live', { now: 104.5 * second });
  assert.deepEqual(left(), ['before', 'fourth', 'live', 'third']);
});

test('while there are few releases, a spare folder with the files of the live one gives way first', (t) => {
  const { dist } = made(t, { live: 103, before: 102 });
  const page = join(releaseDir(dist, 'live'), 'public', 'a', 'page.html');
  mkdirSync(join(page, '..'), { recursive: true });
  writeFileSync(page, 'a page');
  const indexes = [textsFile, pricedTextsFile].map((name) => join(releaseDir(dist, 'live'), name));
  mkdirSync(join(indexes[0]!, '..'));
  for (const index of indexes) writeFileSync(index, 'an index');
  symlinkSync('../public/a/page.html', join(releaseDir(dist, 'live'), 'link'));
  assert.equal(givesWay(dist, 'live', 104 * second), undefined);
  assert.equal(givesWayIn(dist, 'live', 104 * second), Infinity);
  assert.equal(makeSpare(dist, 'live'), spareDir(dist));
  const copy = join(spareDir(dist), 'public', 'a', 'page.html');
  assert.equal(readFileSync(copy, 'utf8'), 'a page');
  assert.equal(statSync(copy).ino, statSync(page).ino, 'a link takes no room');
  assert.equal(readFileSync(join(spareDir(dist), pricedTextsFile), 'utf8'), 'an index');
  for (const index of indexes) assert.equal(statSync(index).nlink, 1, 'an index is written into, and has a copy');
  assert.equal(readlinkSync(join(spareDir(dist), 'link')), '../public/a/page.html');
  assert.equal(givesWay(dist, 'live', 104 * second), spareDir(dist));
  assert.equal(makeSpare(dist, 'live'), undefined, 'one is enough');
  prune(dist, 'live', { damaged: true, now: 104 * second });
  assert.equal(givesWay(dist, 'live', 200 * second), undefined, 'damage may be in its files, too');
});

test('four releases need no spare', (t) => {
  const { dist } = made(t, { live: 103, before: 102, third: 101, fourth: 100 });
  assert.equal(makeSpare(dist, 'live'), undefined);
});

test('what shares its files with a damaged release goes at once', (t) => {
  const { dist, left } = made(t, { live: 103, before: 102, third: 101 });
  prune(dist, 'live', { damaged: true, now: 103 * second });
  assert.deepEqual(left(), ['live']);
});
