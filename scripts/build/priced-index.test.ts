// Tests prices that are added, removed or moved by new items, in a room that is built repeatedly.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { objectFile, openSnapshot, readPages } from '../../sidecar/release/room-db.ts';
import { memoryIo } from '../test-io.ts';
import { type RoomBuildSettings, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-priced-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
mkdirSync(join(content, 'published'), { recursive: true });

const put = (name: string, value: object) => writeFileSync(join(content, name), JSON.stringify(value));
const types = ['article', 'episode', 'video', 'timeline'] as const;
const idOf = (n: number) => `item-${n}-${n.toString(16).padStart(8, '0')}`;
const putItem = (n: number) => {
  const item = { id: idOf(n), type: types[n % types.length]!, title: `Item ${n}`, keywords: [], themeIds: [] };
  const more = {
    date: `2026-01-${10 + n}T00:00:00Z`,
    ...(item.type === 'episode' && { audioUrl: `https://media.example/${n}.mp3` }),
  };
  writeFileSync(
    join(content, 'published', `${idOf(n)}.md`),
    formatItemFile({ item: { ...item, ...more } as StoredItem, body: `Words of ${n}.` }),
  );
};
const sell = (enabled: boolean) => put('access.json', { enabled, freeItems: 3, prices: { 'content-index': 500 } });

put('creator.json', {
  name: 'Ida Measure',
  publication: 'The Long Table',
  oneLiner: 'Short letters.',
  description: 'Short letters about very little.',
  language: 'en',
  topics: ['Letters'],
  themes: [],
});
for (let n = 0; n < 8; n++) putItem(n);

function open(dist: string) {
  const distDir = join(folder, dist);
  const built = {
    baseUrl: 'https://room.example',
    rates: ratesPerMinute,
    nexus: { isOn: false },
    distDir,
  } as RoomBuildSettings;
  const builder = roomBuilder(memoryIo().io, content, built);
  return async () => {
    await builder.build(stopwatch());
    const db = openSnapshot(distDir);
    const pages = new Map(readPages(db).entries());
    const texts = (['free', 'priced'] as const).map((name) =>
      db
        .prepare(`select body from ${name}Texts where body <> '' order by body`)
        .all()
        .map(({ body }) => /\d+/.exec(String(body))![0]),
    );
    db.close();
    return { pages, texts, textOf: (path: string) => readFileSync(objectFile(distDir, pages.get(path)!), 'utf8') };
  };
}

/** Returns files below /api/agent. */
const soldLists = [
  'articles',
  'episodes',
  'stream-videos',
  'timeline-entries',
  'content-index',
  'content-index/shards/1',
];

test('a price makes every list private, and its end makes them public again', async () => {
  sell(false);
  const build = open('sold');
  await build();
  // Builds in the same process and in others.
  for (const [n, again] of [build, open('sold'), build, build, open('sold'), build].entries()) {
    const isSold = n % 2 === 0;
    sell(isSold);
    const { pages } = await again();
    for (const list of soldLists)
      assert.equal(pages.get(`/api/agent/${list}`)?.private === true, isSold, `${list}, build ${n}`);
  }
});

test('an item that leaves the free slice leaves the Markdown of lists whose own items did not change', async () => {
  sell(true);
  const build = open('sliced');
  /** Contains an episode among the newest three, so that the podcast feed remains and other pages do not change. */
  const tells = async (list: string, n: number) => {
    const { textOf } = await build();
    return textOf(`/${list}.md`).includes(`Item ${n}`);
  };
  for (const n of [8, 9]) putItem(n);
  assert.equal(await tells('timeline', 7), true);
  putItem(10);
  assert.equal(await tells('timeline', 7), false);
  putItem(11);
  assert.equal(await tells('articles', 8), false);
});

test('a priced text is only in the index of priced texts until its price ends, and that index is empty without prices', async () => {
  sell(false);
  const build = open('texts');
  const [all = []] = (await build()).texts;
  const others = all.filter((n) => n !== '4');
  const price = { enabled: true, prices: { [`article:${idOf(4)}`]: 21 } };
  const none = { enabled: false };
  for (const [access, again] of [
    [price, build],
    [none, build],
    [price, open('texts')],
    [none, open('texts')],
  ] as const) {
    put('access.json', access);
    const { texts } = await again();
    assert.deepEqual(texts, access === price ? [others, ['4']] : [all, []]);
  }
});
