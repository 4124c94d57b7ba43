// Prices that come, go, and move with new items, in a room that is built again and again.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { ratesPerMinute } from '#contract/limits.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { pricedTextsFile, textsFile } from '#domain/search/text-index.ts';
import { memoryIo } from '../test-io.ts';
import { type Built, roomBuilder } from './room-builder.ts';
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
  const more = { date: `2026-01-${10 + n}T00:00:00Z`, ...(item.type === 'episode' && { audioUrl: `https://media.example/${n}.mp3` }) }; // prettier-ignore
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

let clock = Date.now();
/** An hour between builds: folders of older releases may be taken. */
function open(dist: string) {
  const built = { baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false }, distDir: join(folder, dist) } as Built; // prettier-ignore
  const builder = roomBuilder(memoryIo().io, content, built, { now: () => (clock += 3_600_000) });
  return async () => {
    const { after: made } = await builder.build(stopwatch());
    await builder.tidy();
    return made!;
  };
}

/** Below /api/agent. */
const soldLists = [
  'articles',
  'episodes',
  'stream-videos',
  'timeline-entries',
  'content-index',
  'content-index/shards/1',
];

/** Whether the public folder has the list, in any coding, or nginx a link to it. */
function isOpen(dir: string, list: string): boolean {
  const names = ['public', 'links'].flatMap((part) => readdirSync(join(dir, part), { recursive: true }).map(String));
  return names.some((name) => name.startsWith(`api/agent/${list}.`) || name === `api/agent/${list}=`);
}

test('a price moves every list out of the public folder, and its end moves them back', async () => {
  sell(false);
  const build = open('sold');
  await build();
  // The same process and others, with folders of older releases in which the files lie elsewhere.
  for (const [n, again] of [build, open('sold'), build, build, open('sold'), build].entries()) {
    const isSold = n % 2 === 0;
    sell(isSold);
    const { dir, manifest } = await again();
    for (const list of soldLists) {
      assert.equal(manifest.entries.get(`/api/agent/${list}`)?.private === true, isSold, `${list}, build ${n}`);
      assert.equal(isOpen(dir, list), !isSold, `${list}, build ${n}`);
    }
  }
});

test('an item that leaves the free slice leaves the Markdown of lists whose own items did not change', async () => {
  sell(true);
  const build = open('sliced');
  /** With an episode among the newest three, so that the podcast keeps its feed and other pages stay as they are. */
  const tells = async (list: string, n: number) => {
    const { dir } = await build();
    return readFileSync(join(dir, 'public', `${list}.md`), 'utf8').includes(`Item ${n}`);
  };
  for (const n of [8, 9]) putItem(n);
  assert.equal(await tells('timeline', 7), true);
  putItem(10);
  assert.equal(await tells('timeline', 7), false);
  putItem(11);
  assert.equal(await tells('articles', 8), false);
});

/** The items whose texts the index has, with their numbers; undefined where the release has no such index. */
function textsIn(dir: string, file: string): string[] | undefined {
  if (!existsSync(join(dir, file))) return undefined;
  const database = new DatabaseSync(join(dir, file), { readOnly: true });
  const rows = database.prepare(`select body from texts where body <> '' order by body`).all();
  database.close();
  return rows.map(({ body }) => /\d+/.exec(String(body))![0]);
}

test('a text with a price is in the index of such texts alone, and back when it ends; without prices there is none', async () => {
  sell(false);
  const build = open('texts');
  const all = textsIn((await build()).dir, textsFile)!;
  const others = all.filter((n) => n !== '4');
  const [price, none] = [{ enabled: true, prices: { [`article:${idOf(4)}`]: 21 } }, { enabled: false }];
  for (const [access, again] of [
    [price, build],
    [none, build],
    [price, open('texts')],
    [none, open('texts')],
  ] as const) {
    put('access.json', access);
    const { dir, manifest } = await again();
    const priced = access === price ? ['4'] : undefined;
    assert.deepEqual([textsIn(dir, textsFile), textsIn(dir, pricedTextsFile)], [priced ? others : all, priced]);
    assert.equal(readFileSync(join(dir, textsFile)).includes('Words of 4.'), priced === undefined);
    assert.equal(manifest.others[pricedTextsFile] !== undefined, priced !== undefined);
  }
});
