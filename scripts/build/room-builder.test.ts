// Whatever is changed, and in whatever order: a builder that has been there all the time ends where a build from nothing ends.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import process from 'node:process';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { ratesPerMinute } from '#contract/limits.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { pricedTextsFile, textsFile } from '#domain/search/text-index.ts';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { readManifest } from '../../sidecar/release/read-manifest.ts';
import { memoryIo } from '../test-io.ts';
import { type Built, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-builder-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
for (const name of ['published', 'rejected', 'transcripts', 'media'])
  mkdirSync(join(content, name), { recursive: true });

const base = { baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as Built;
const builderOf = (contentDir: string, dist: string, now?: () => number) =>
  roomBuilder(
    memoryIo().io,
    contentDir,
    { ...base, distDir: join(folder, dist) },
    { ...(now && { now }), restLater: now !== undefined },
  );
const put = (name: string, text: string) => writeFileSync(join(content, name), text);

const creator = {
  name: 'Ida Measure',
  publication: 'The Long Table',
  oneLiner: 'Short letters.',
  description: 'Short letters about very little.',
  language: 'en',
  topics: ['Letters', 'Sea'],
  themes: [{ id: 'letters', label: 'Letters', keywords: ['post'] }],
  updatedAt: '2020-01-01',
};
const seed = Number(process.env.SOAK_SEED ?? 1);
const types = ['article', 'episode', 'video', 'timeline'] as const;
const idOf = (n: number) => `item-${n}-${n.toString(16).padStart(8, '0')}`;
const putItem = (n: number, more: Partial<StoredItem> = {}, body = `The body of item ${n}.`) => {
  const date = new Date(Date.UTC(2020, 0, 1 + n)).toISOString().replace('.000', '');
  const words = { title: `Item ${n}`, keywords: n % 2 ? ['post'] : ['sea'], themeIds: [] };
  const sound = { audioUrl: `https://media.example/${n}.mp3`, durationSeconds: 60 };
  const type = types[n % types.length]!;
  const item = { id: idOf(n), type, date, ...words, ...(type === 'episode' && sound), ...more } as StoredItem;
  put(`published/${idOf(n)}.md`, formatItemFile({ item, body }));
};

/** Items that are there, besides those that were retracted. */
const there = new Set<number>();
const putNew = (n: number) => {
  putItem(n);
  there.add(n);
};
const prices: Record<string, number> = {};
let told = creator;
const tell = (more: Partial<typeof creator> & { portrait?: object; otherNames?: string[] }) =>
  put('creator.json', JSON.stringify((told = { ...told, ...more })));
const paint = (name: string, n: number) => {
  const create = { width: 700, height: 400, channels: 3 as const, background: { r: (n * 40) % 256, g: 90, b: 90 } };
  return sharp({ create })
    .png()
    .toFile(join(content, 'media', name));
};

/** Each with one of the items and a number that is new every time. */
const changes: Record<string, (item: number, n: number) => unknown> = {
  approve: (_, n) => putNew(100 + n),
  edit: (item, n) =>
    putItem(item, { updatedAt: `2021-01-01T00:00:${String(n % 60).padStart(2, '0')}Z` }, `Words ${n}.`),
  rename: (item, n) => putItem(item, { title: `Another name ${n}`, keywords: ['post', 'sea'] }),
  hide: (item) => putItem(item, { hiddenOn: ['api'] }),
  'hide from people': (item) => putItem(item, { hiddenOn: ['mediaRoom'] }),
  show: (item) => putItem(item),
  retract: (item, n) => {
    // The last item has to stay, for other changes need one.
    if (there.size === 1) putNew(100 + n);
    const name = `${idOf(item)}.md`;
    putItem(item, { retractedAt: '2021-02-01T00:00:00Z' });
    renameSync(join(content, 'published', name), join(content, 'rejected', name));
    there.delete(item);
    delete prices[`article:${idOf(item)}`];
    put('access.json', JSON.stringify({ enabled: true, prices }));
  },
  retheme: (_, n) => tell({ themes: [{ id: `t${n}`, label: `T${n}`, keywords: ['sea'] }] }),
  creator: (_, n) => tell({ description: `Letters, part ${n}.` }),
  'other name': (item, n) => {
    putItem(item, { author: creator.name });
    tell({ name: `Ida ${n}`, otherNames: n % 2 ? [creator.name] : [] });
  },
  language: (_, n) => tell({ language: ['de', 'ar', 'en', 'ja'][n % 4]! }),
  price: (item, n) => {
    const article = item - (item % types.length);
    if (there.has(article)) prices[`article:${idOf(article)}`] = 100 + n;
    put('access.json', JSON.stringify({ enabled: true, prices }));
  },
  'price of the index': (_, n) => {
    prices['content-index'] = 100 + n;
    put('access.json', JSON.stringify({ enabled: true, prices }));
  },
  'no price': () => {
    for (const name of Object.keys(prices)) delete prices[name];
    put('access.json', JSON.stringify({ enabled: false, prices }));
  },
  portrait: async (_, n) => {
    await paint('portrait.png', n);
    tell({ portrait: { file: 'portrait.png', alt: `A face, ${n}` } });
  },
  picture: async (item, n) => {
    await paint(`item-${item}.png`, n);
    putItem(item, { image: `media/item-${item}.png`, summary: `With picture ${n}.` });
  },
  transcript: (item, n) => put(`transcripts/${idOf(item)}.vtt`, `WEBVTT\n\n00:00.000 --> 00:02.000\nHello sea, ${n}\n`),
  timeline: (_, n) =>
    put(
      'timeline.json',
      JSON.stringify({ entries: [{ id: 'talk', title: `Talk ${n}`, date: '2021-03-01', kind: 'talk' }] }),
    ),
};

/** Without what a build from nothing cannot know: assets of the release before, and when other words of the same date went out. */
const facts = ({ entries }: BuiltManifest) =>
  [...entries]
    .filter(([, { retired }]) => !retired)
    .map(([path, { lastModified: _, ...entry }]) => [path, entry] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** What is read from its files is what the builder knows. */
const written = ({ entries, base: _, ...others }: BuiltManifest) => ({
  ...others,
  entries: Object.fromEntries(entries),
});

/** The sizes of the lists that only the sidecar reads. */
const listSizes = ({ others }: BuiltManifest) => Object.entries(others).filter(([name]) => name.includes('/lists/'));

/** Lists are as old as the content. */
const listDates = ({ entries }: BuiltManifest) =>
  ['/api/agent/content-index', '/feed.xml', '/sitemap.xml'].map((path) => entries.get(path)?.lastModified);

/** What each full-text index holds; undefined where there is none. */
const indexed = (dir: string) =>
  [textsFile, pricedTextsFile].map((name) => {
    if (!existsSync(join(dir, name))) return undefined;
    const database = new DatabaseSync(join(dir, name), { readOnly: true });
    const rows = database.prepare('select id, key, texts.* from items join texts on items.row = texts.rowid order by id').all(); // prettier-ignore
    database.close();
    return rows;
  });

function chances(from: number): (below: number) => number {
  let state = (from % 2_147_483_646) + 1;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

async function fromNothing(step: number): Promise<BuiltManifest & { texts: ReturnType<typeof indexed> }> {
  const [copy, dist] = [join(folder, `copy-${step}`), `scratch-${step}`];
  cpSync(content, copy, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const { after: made } = await builderOf(copy, dist).build(stopwatch());
  const texts = indexed(made!.dir);
  for (const name of [copy, join(folder, dist)]) rmSync(name, { recursive: true });
  return { ...made!.manifest, texts };
}

/** Every change once in a run of the tests, and many times in a soak, which compares after each. */
const isLong = process.env.SOAK === 'long';
const steps = isLong ? 400 : Object.keys(changes).length;
const compareEvery = isLong ? 1 : 9;
const renewEvery = 6;

test('a build after any changes gives what a build from nothing gives', async () => {
  put('creator.json', JSON.stringify(creator));
  for (let n = 0; n < 12; n++) putNew(n);
  let clock = Date.now();
  // An hour between builds: folders of older releases may be taken.
  const open = () => builderOf(content, 'warm', () => (clock += 3_600_000));
  let warm = open();
  const current = join(folder, 'warm', 'current');
  const chance = chances(seed);
  const names = Object.keys(changes).sort(() => chance(3) - 1);
  const done: string[] = [];
  let last: BuiltManifest | undefined;
  for (let n = 0; n <= steps; n++) {
    const name = isLong ? names[chance(names.length)]! : names[n - 1]!;
    const item = [...there][chance(there.size)]!;
    // Now and then a new process takes over, and gets ready before the change.
    if (n % renewEvery === renewEvery - 1) {
      const live = readlinkSync(current);
      await (warm = open()).getReady();
      assert.equal(readlinkSync(current), live);
      assert.ok(existsSync(join(folder, 'warm', 'spare')), 'a folder is ready for the next release');
    }
    if (n > 0) await changes[name]!(item, n);
    done.push(`${name} ${item}`);
    do {
      const { after: made } = await warm.build(stopwatch());
      await warm.tidy();
      await warm.prepare();
      last = made?.manifest ?? last;
      if (made) assert.deepEqual(written(await readManifest(current)), written(made.manifest));
    } while (await warm.makeRest());
    if (n < steps && n % compareEvery !== compareEvery - 1) continue;
    const scratch = await fromNothing(n);
    assert.deepEqual(facts(last!), facts(scratch), `seed ${seed}: ${done.join(', ')}`);
    assert.deepEqual(listSizes(last!), listSizes(scratch), `lists, seed ${seed}: ${done.join(', ')}`);
    assert.deepEqual(listDates(last!), listDates(scratch), `dates, seed ${seed}: ${done.join(', ')}`);
    assert.deepEqual(indexed(current), scratch.texts, `texts, seed ${seed}: ${done.join(', ')}`);
  }
});

test('a podcast whose last episode is hidden from programs is linked from no page', async () => {
  putNew(201);
  const warm = builderOf(content, 'hidden');
  await warm.build(stopwatch());
  for (const n of there) if (types[n % types.length] === 'episode') putItem(n, { hiddenOn: ['api'] });
  const { after: made } = await warm.build(stopwatch());
  assert.equal(made!.manifest.entries.has('/podcast.xml'), false);
  assert.deepEqual(facts(made!.manifest), facts(await fromNothing(-1)));
});

test('a creator who takes another name keeps the words of the old one, in the full text as on the pages', async () => {
  tell({ name: creator.name, otherNames: [] });
  putNew(501);
  putItem(501, { author: 'IDA  Measure' });
  const warm = builderOf(content, 'renamed');
  await warm.build(stopwatch());
  tell({ name: 'Ida Newname', otherNames: [creator.name] });
  const { dir } = (await warm.build(stopwatch())).after!;
  const database = new DatabaseSync(join(dir, 'private', 'texts.db'), { readOnly: true });
  const [row] = database.prepare('select origin from items where id = ?').all(idOf(501)) as { origin: string }[];
  database.close();
  const { author, voices } = JSON.parse(row!.origin);
  assert.deepEqual([author, voices], ['Ida Newname', { 'Ida Newname': true }]);
});

test('a process that did not make the live release keeps nothing of it in a list that became empty', async () => {
  putNew(301);
  await builderOf(content, 'emptied').build(stopwatch());
  for (const n of there) if (types[n % types.length] === 'episode') putItem(n, { hiddenOn: ['api'] });
  const { after: made } = await builderOf(content, 'emptied').build(stopwatch());
  assert.equal(made!.manifest.others['private/lists/episodes/1.ndjson'], 0);
  assert.deepEqual(listSizes(made!.manifest), listSizes(await fromNothing(-2)));
});

test('a list that is empty is written, also where the live release has no file of it', async () => {
  const first = await builderOf(content, 'older').build(stopwatch());
  const dir = first.after!.dir;
  // As a version wrote it that kept each list in one file.
  rmSync(join(dir, 'private', 'lists'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8').replace(/"private\/lists[^,]*,/g, ''));
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest));
  putNew(304);
  const { after: made } = await builderOf(content, 'older').build(stopwatch());
  assert.deepEqual(listSizes(made!.manifest), listSizes(await fromNothing(-3)));
});

test('the folder of a release that another process made is brought up to date before the next release takes it over', async () => {
  let clock = Date.now();
  const open = () => builderOf(content, 'taken', () => (clock += 3_600_000));
  const change = async (warm: ReturnType<typeof open>, n: number) => {
    putNew(n);
    const { after: made } = await warm.build(stopwatch());
    await warm.tidy();
    return made!.manifest.release;
  };
  const first = open();
  for (const n of [401, 402, 403, 404]) await change(first, n);
  const second = open();
  await second.getReady();
  const live = await change(second, 405);
  await second.prepare();
  assert.equal((await readManifest(join(folder, 'taken', 'spare'))).release, live);
});
