import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { damageOf, filesOf } from './damage.ts';
import { watchDamage } from './watch-damage.ts';

const files = ['public/a.html', 'public/a.html.br', 'private/b.json', 'hosting/Caddyfile'];

/** A release of a page with its compressed form, a private document, and a file at no address. */
function releaseOf(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'greenroom-release-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const folder of ['public', 'private', 'hosting']) mkdirSync(join(dir, folder));
  for (const file of files) writeFileSync(join(dir, file), 'four');
  const entries = {
    '/a': { file: 'a.html', size: 4, encodings: { br: 4 } },
    '/b': { file: 'b.json', size: 4, private: true },
  };
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ entries, others: { 'hosting/Caddyfile': 4 } }));
  return dir;
}

test('a release is whole while each of its files is there with its size', async (t) => {
  assert.equal(await damageOf(releaseOf(t)), undefined);
  for (const file of files) {
    for (const harm of [rmSync, (path: string) => truncateSync(path, 3)]) {
      const dir = releaseOf(t);
      harm(join(dir, file));
      assert.equal(await damageOf(dir), `1 of its files are missing or cut: ${file}`);
    }
  }
});

test('a release without a manifest, or with half of one, is damaged', async (t) => {
  const dir = releaseOf(t);
  truncateSync(join(dir, 'manifest.json'), 20);
  assert.match((await damageOf(dir))!, /^its manifest\.json cannot be read: /);
  rmSync(dir, { recursive: true });
  assert.match((await damageOf(dir))!, /^its manifest\.json cannot be read: .*ENOENT/);
});

test('damage is found once a minute, at once where a file could not be read, and forgotten when it is mended', async (t) => {
  const dir = releaseOf(t);
  let now = 0;
  let looks = 0;
  const heard: string[] = [];
  const { entries, others } = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
  const files = () => {
    looks++;
    return filesOf(Object.values(entries), others);
  };
  let release = { dir, isOutdated: false, files };
  const watch = watchDamage({
    live: () => release,
    onTrouble: (damage) => heard.push(damage),
    now: () => now,
    stopping: () => false,
  });
  await watch.look();
  rmSync(join(dir, 'public/a.html'));
  await watch.look();
  release = { ...release };
  await watch.look();
  assert.deepEqual([watch.damage(), looks], [undefined, 1], 'a new release is no reason to look at each of its files');
  now += 60_000;
  await watch.look();
  assert.match(watch.damage()!, /public\/a\.html/);
  writeFileSync(join(dir, 'public/a.html'), 'four');
  await watch.look();
  assert.equal(watch.damage(), undefined);
  rmSync(join(dir, 'public/a.html'));
  watch.suspect();
  await watch.look();
  assert.match(watch.damage()!, /public\/a\.html/);
  assert.equal(heard.length, 2);
});

test('a look at many files ends when the sidecar stops or another release goes live, and says nothing', async (t) => {
  const dir = releaseOf(t);
  let [isStopping, looked] = [false, 0];
  let afterSome = (): void => {};
  function* files(): Generator<[string, number]> {
    for (looked = 0; looked < 1000; looked++) {
      if (looked === 30) afterSome();
      yield [`public/missing-${looked}.html`, 4];
    }
  }
  let release = { dir, isOutdated: false, files };
  const heard: string[] = [];
  const watch = watchDamage({
    live: () => release,
    onTrouble: (damage) => heard.push(damage),
    now: () => 0,
    stopping: () => isStopping,
  });
  for (const happens of [() => (release = { ...release }), () => (isStopping = true)]) {
    afterSome = () => void happens();
    await watch.look();
    assert.ok(looked < 100, `${looked} files`);
  }
  assert.deepEqual([heard, watch.damage()], [[], undefined]);
});
