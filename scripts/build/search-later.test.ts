// An old item that changes: the release does not wait for its bundle of the static search, and has it as soon as it is made.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { ratesPerMinute } from '#contract/limits.ts';
import { sha256 } from '#domain/ids.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import { memoryIo } from '../test-io.ts';
import { type Built, type RoomBuilder, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

const count = 900;
const creator = {
  ...{ name: 'Ida Measure', publication: 'The Long Table', oneLiner: 'Short letters.', language: 'en' },
  ...{ description: 'Short letters about very little.', topics: ['Letters'], themes: [], updatedAt: '2020-01-01' },
};

const bundlesIn = ({ manifest }: BuiltRelease): string[] =>
  [...manifest.entries.keys()].filter((path) => path.endsWith('/pagefind-entry.json'));
const isNamed = ({ dir }: BuiltRelease, entry: string): boolean =>
  readFileSync(join(dir, 'public', 'search.html'), 'utf8').includes(entry.slice(0, entry.lastIndexOf('/')));
const factsOf = ({ manifest }: BuiltRelease) =>
  [...manifest.entries].filter(([, { retired }]) => !retired).map(([path, { etag }]) => `${path} ${etag}`).sort(); // prettier-ignore

test('a release with another old item leaves its bundle out, and the next one has it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-search-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const content = join(folder, 'content');
  mkdirSync(join(content, 'published'), { recursive: true });
  writeFileSync(join(content, 'creator.json'), JSON.stringify(creator));
  const put = (n: number, title: string) => {
    const id = `entry-${sha256(String(n)).slice(0, 8)}`;
    const date = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().replace('.000', '');
    const words = { keywords: [], themeIds: [], sourceFeed: 'talks', kind: 'talk' };
    const item = { id, type: 'timeline', title, date, ...words } as unknown as StoredItem;
    writeFileSync(join(content, 'published', `${id}.md`), formatItemFile({ item, body: '' }));
  };
  for (let n = 0; n < count; n++) put(n, `Talk ${n}`);
  const built = { baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as Built;
  const builderOf = (dist: string) =>
    roomBuilder(memoryIo().io, content, { ...built, distDir: join(folder, dist) }, { restLater: true });
  const build = async (builder: RoomBuilder) => (await builder.build(stopwatch())).after;
  const fromNothing = async (dist: string) => factsOf((await build(builderOf(dist)))!);

  const builder = builderOf('warm');
  const first = (await build(builder))!;
  assert.ok(bundlesIn(first).length > 2);
  assert.equal(await builder.makeRest(), false);

  put(3, 'Another title');
  const second = (await build(builder))!;
  const [missing, ...others] = bundlesIn(first).filter((path) => !second.manifest.entries.has(path));
  assert.ok(missing && others.length === 0);
  assert.ok(isNamed(first, missing) && !isNamed(second, missing));
  assert.equal(await build(builder), undefined, 'nothing to do until the bundle is made');
  assert.equal(await builder.makeRest(), true);
  const third = (await build(builder))!;
  assert.ok(isNamed(third, missing));
  assert.deepEqual(factsOf(third), await fromNothing('scratch'));
  assert.equal(await builder.makeRest(), false);

  put(5, 'A third title');
  assert.equal(bundlesIn((await build(builder))!).length, bundlesIn(third).length - 1);
  // Another process takes over before the bundle is made.
  const next = builderOf('warm');
  assert.deepEqual(factsOf((await build(next))!), await fromNothing('scratch-2'));
  assert.equal(await next.makeRest(), false);
});
