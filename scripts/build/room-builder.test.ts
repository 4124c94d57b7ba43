// Tests that a builder that runs continuously ends with the same release as a build from scratch, after any sequence of
// changes.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import process from 'node:process';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { ratesPerMinute } from '#contract/limits.ts';
import { sha256 } from '#domain/ids.ts';
import { formatItemFile } from '#domain/items/item-file.ts';
import { columns } from '#domain/search/text-index.ts';
import { applyChanges, readChangesBetween } from '../../sidecar/release/changesets.ts';
import { findDamagedPages } from '../../sidecar/release/damage.ts';
import type { Release } from '../../sidecar/release/release.ts';
import {
  readLiveFacts,
  objectFile,
  openSnapshot,
  openToChange,
  readPages,
  roomFile,
} from '../../sidecar/release/room-db.ts';
import { memoryIo } from '../test-io.ts';
import { type RoomBuildSettings, roomBuilder } from './room-builder.ts';
import { stopwatch } from './stopwatch.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-builder-'));
after(() => rmSync(folder, { recursive: true }));
const content = join(folder, 'content');
for (const name of ['published', 'rejected', 'transcripts', 'media'])
  mkdirSync(join(content, name), { recursive: true });

const base = { baseUrl: 'https://room.example', rates: ratesPerMinute, nexus: { isOn: false } } as RoomBuildSettings;
const builderOf = (contentDir: string, dist: string, now?: () => number) =>
  roomBuilder(
    memoryIo().io,
    contentDir,
    { ...base, distDir: join(folder, dist) },
    { ...(now && { now, savesChanges: true }), encodesLater: now !== undefined },
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

/** Items that exist and were not retracted. */
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

/** Changes, each with an item and a new number. */
const changes: Record<string, (item: number, n: number) => unknown> = {
  approve: (_, n) => putNew(100 + n),
  edit: (item, n) =>
    putItem(item, { updatedAt: `2021-01-01T00:00:${String(n % 60).padStart(2, '0')}Z` }, `Words ${n}.`),
  rename: (item, n) => putItem(item, { title: `Another name ${n}`, keywords: ['post', 'sea'] }),
  hide: (item) => putItem(item, { hiddenOn: ['api'] }),
  'hide from people': (item) => putItem(item, { hiddenOn: ['mediaRoom'] }),
  show: (item) => putItem(item),
  retract: (item, n) => {
    // The last item has to stay, because other changes need one.
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

type Rows = Record<string, unknown[]>;

/**
 * Queries that read a whole release except dates. A build from scratch cannot know which texts with the same date were
 * published earlier.
 */
const queries = {
  pages: `select path, file, type, etag, size, br, gzip, tokens, private, markdown, frame, inputs from page
    where retired = 0 order by path`,
  // The date of a list is that of the content.
  dates: `select path, lastModified from page where path in ('/api/agent/content-index', '/feed.xml', '/sitemap.xml')`,
  items: 'select * from item order by position',
  entries: 'select * from entry order by list, position',
  facts: 'select * from fact order by name',
  ...Object.fromEntries(
    ['free', 'priced'].flatMap((name) => [
      [
        `${name} texts`,
        `select id, key, hasPage, segments, origin, ${columns.join(', ')} from ${name}Texts order by id`,
      ],
      [`${name} forms`, `select * from ${name}Forms order by word`],
      [`${name} words`, `select * from ${name}Words order by term`],
    ]),
  ),
};

function rowsIn(dist: string): Rows {
  const db = openSnapshot(join(folder, dist));
  const rows = Object.entries(queries).map(([name, query]) => [name, db.prepare(query).all()]);
  db.close();
  return Object.fromEntries(rows);
}

const factsIn = (dist: string) => readLiveFacts(join(folder, dist))!;

/** Every page has its bytes. */
async function assertWhole(dist: string): Promise<void> {
  const db = openSnapshot(join(folder, dist));
  const fileOf: Release['fileOf'] = (page, encoding) => objectFile(join(folder, dist), page, encoding);
  assert.deepEqual(await findDamagedPages({ pages: readPages(db), fileOf }), []);
  for (const [path, page] of readPages(db).entries())
    assert.equal(sha256(readFileSync(fileOf(page))).slice(0, 32), page.etag, path);
  db.close();
}

function chances(from: number): (below: number) => number {
  let state = (from % 2_147_483_646) + 1;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

async function fromNothing(step: number): Promise<Rows> {
  const copy = join(folder, `copy-${step}`);
  const dist = `scratch-${step}`;
  cpSync(content, copy, { recursive: true, filter: (path) => !path.endsWith('.build') });
  await builderOf(copy, dist).build(stopwatch());
  const rows = rowsIn(dist);
  for (const name of [copy, join(folder, dist)]) rmSync(name, { recursive: true });
  return rows;
}

/** Copies the database. */
async function copyDatabase(from: string, to: string): Promise<void> {
  mkdirSync(join(folder, to));
  const db = openSnapshot(join(folder, from));
  await backup(db, roomFile(join(folder, to)));
  db.close();
}

/** Applies the saved changes to a copy of the database, as another machine does. Returns its rows. */
function updateCopy(from: string, to: string): Rows {
  const db = openToChange(join(folder, to));
  const missed = readChangesBetween(join(folder, from), factsIn(to).number, factsIn(from).number)!;
  for (const one of missed) applyChanges(db, one);
  db.close();
  return rowsIn(to);
}

async function buildWhole(builder: ReturnType<typeof builderOf>): Promise<void> {
  do {
    await builder.build(stopwatch());
    await builder.tidy();
  } while (await builder.encodeRemaining());
}

function assertSameRows(rows: Rows, scratch: Rows, history: string): void {
  for (const table of Object.keys(queries)) assert.deepEqual(rows[table], scratch[table], `${table}, ${history}`);
}

/** Each change occurs once in a test run, and many times in a soak test, which compares after each one. */
const isLong = process.env.SOAK === 'long';
const steps = isLong ? 400 : Object.keys(changes).length;
const compareEvery = isLong ? 1 : 18;
const renewEvery = 6;

test('a build after any changes equals a build from scratch, and so does a copy with those changes', async () => {
  put('creator.json', JSON.stringify(creator));
  for (let n = 0; n < 12; n++) putNew(n);
  let clock = Date.now();
  const open = () => builderOf(content, 'warm', () => (clock += 3_600_000));
  let warm = open();
  const chance = chances(seed);
  const names = Object.keys(changes).sort(() => chance(3) - 1);
  const done: string[] = [];
  for (let n = 0; n <= steps; n++) {
    const name = isLong ? names[chance(names.length)]! : names[n - 1]!;
    const item = [...there][chance(there.size)]!;
    // Sometimes a new process takes over and warms up before the change.
    if (n % renewEvery === renewEvery - 1) {
      const live = factsIn('warm');
      await (warm = open()).warmUp();
      assert.deepEqual(factsIn('warm'), live);
    }
    if (n > 0) await changes[name]!(item, n);
    done.push(`${name} ${item}`);
    await buildWhole(warm);
    if (n === 0) await copyDatabase('warm', 'warm-copy');
    if (n < steps && n % compareEvery !== compareEvery - 1) continue;
    const scratch = await fromNothing(n);
    const history = `seed ${seed}: ${done.join(', ')}`;
    assertSameRows(rowsIn('warm'), scratch, history);
    assertSameRows(updateCopy('warm', 'warm-copy'), scratch, history);
  }
  await assertWhole('warm');
});

/** Returns a builder of a copy of the release that the test above made. */
function builderOfCopy(name: string): ReturnType<typeof builderOf> {
  cpSync(join(folder, 'warm'), join(folder, name), { recursive: true, verbatimSymlinks: true });
  return builderOf(content, name);
}

test('a release reports the pages that it changed', async () => {
  putNew(151);
  const warm = builderOfCopy('changes');
  await warm.build(stopwatch());
  assert.equal((await warm.build(stopwatch())).built, false);
  putItem(151, { title: 'Another title' });
  const before = rowsIn('changes').pages as { path: string; etag: string }[];
  const { changes: changed } = await warm.build(stopwatch());
  const after = rowsIn('changes').pages as { path: string; etag: string }[];
  const known = new Map(before.map(({ path, etag }) => [path, etag]));
  const differing = after.filter(({ path, etag }) => known.get(path) !== etag).map(({ path }) => path);
  const reported = changed.filter(({ before: was, after: is }) => was?.etag !== is?.etag).map(({ path }) => path);
  assert.deepEqual(reported.sort(), differing.sort());
  assert.ok(
    differing.length > 0 && differing.length < after.length / 2,
    `${differing.length} of ${after.length} pages`,
  );
});

test('objects that are missing or cut off are made again, whichever page they belong to', async () => {
  putNew(161);
  await builderOfCopy('damaged').build(stopwatch());
  const whole = rowsIn('damaged');
  const dist = join(folder, 'damaged');
  const pages = (whole.pages as { etag: string; br: number | null }[]).filter((_, at) => at % 7 === 0);
  for (const [at, { etag, br }] of pages.entries()) {
    if (at % 2) truncateSync(objectFile(dist, { etag }), 1);
    else rmSync(objectFile(dist, { etag }, br ? 'br' : undefined));
  }
  assert.equal((await builderOf(content, 'damaged').build(stopwatch())).built, true);
  await assertWhole('damaged');
  assert.deepEqual(rowsIn('damaged').pages, whole.pages);
});

test('a database that is damaged, missing or of another version is built again', async () => {
  putNew(171);
  await builderOfCopy('broken').build(stopwatch());
  const whole = rowsIn('broken');
  const file = roomFile(join(folder, 'broken'));
  const harms: (() => void)[] = [
    () => truncateSync(file, 5000),
    () => writeFileSync(file, 'garbage where the release was'),
    () => rmSync(file),
    () => {
      const db = new DatabaseSync(file);
      db.exec('pragma user_version = 999');
      db.close();
    },
  ];
  for (const harm of harms) {
    harm();
    await builderOf(content, 'broken').build(stopwatch());
    assert.deepEqual(rowsIn('broken'), whole);
  }
});

test('no page links to a podcast whose last episode is hidden from programs', async () => {
  putNew(201);
  const warm = builderOfCopy('hidden');
  await warm.build(stopwatch());
  for (const n of there) if (types[n % types.length] === 'episode') putItem(n, { hiddenOn: ['api'] });
  await warm.build(stopwatch());
  const rows = rowsIn('hidden');
  assert.equal(
    (rows.pages as { path: string }[]).some(({ path }) => path === '/podcast.xml'),
    false,
  );
  assert.equal(
    (rows.entries as { list: string }[]).some(({ list }) => list === 'episodes'),
    false,
  );
  assert.deepEqual(rows, await fromNothing(-1));
});

test('a creator who takes another name keeps the words of the old one, in the full text as on the pages', async () => {
  tell({ name: creator.name, otherNames: [] });
  putNew(501);
  putItem(501, { author: 'IDA  Measure' });
  const warm = builderOfCopy('renamed');
  await warm.build(stopwatch());
  tell({ name: 'Ida Newname', otherNames: [creator.name] });
  await warm.build(stopwatch());
  const texts = rowsIn('renamed')['free texts'] as { id: string; origin: string }[];
  const { author, voices } = JSON.parse(texts.find(({ id }) => id === idOf(501))!.origin);
  assert.deepEqual([author, voices], ['Ida Newname', { 'Ida Newname': true }]);
});

test('objects that no page needs any more are removed a while after the release', async () => {
  let clock = Date.now();
  const warm = builderOf(content, 'pruned', () => clock);
  putNew(181);
  await warm.build(stopwatch());
  const etagOf = () =>
    (rowsIn('pruned').pages as { path: string; etag: string }[]).find(({ path }) => path === `/timeline`)!.etag;
  const old = objectFile(join(folder, 'pruned'), { etag: etagOf() });
  putItem(183, { type: 'timeline', kind: 'talk', title: 'A talk' });
  await warm.build(stopwatch());
  await warm.tidy();
  assert.ok(existsSync(old), 'a request may still read it');
  clock += 3_600_000;
  await warm.tidy();
  assert.ok(!existsSync(old));
  await assertWhole('pruned');
});
