// A build that takes over what did not change ends where a build from scratch ends.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { command } from './room.ts';
import { objectOf, type Pages, pagesIn, publicFiles } from './release.ts';

const creator = {
  name: 'Ida Measure',
  publication: 'The Long Table',
  oneLiner: 'Short letters.',
  description: 'Short letters about very little.',
  language: 'en',
  topics: ['Letters'],
  themes: [{ id: 'letters', label: 'Letters', keywords: ['post'] }],
};

const idOf = (n: number) => `item-${n}-${n.toString(16).padStart(8, '0')}`;

/** The higher the number, the newer; every tenth is an article. */
const itemFile = (n: number) => `---
id: ${idOf(n)}
type: ${n % 10 === 0 ? 'article' : 'timeline'}
title: Item ${n}
date: ${new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString().replace('.000', '')}
keywords: [post]
themeIds: []
---

The body of item ${n}. ${n % 200 === 0 ? 'A long one. '.repeat(1000) : ''}
`;

let folder: string;
const env = (content: string, dist: string) => ({
  ...process.env,
  CONTENT_DIR: join(folder, content),
  DIST_DIR: join(folder, dist),
  BASE_URL: 'https://room.example',
});

async function build(content: string, dist: string): Promise<Pages> {
  await command(env(content, dist), 'ingest');
  await command(env(content, dist), 'build');
  return pagesIn(join(folder, dist));
}

const inode = async (path: string) => (await stat(objectOf(join(folder, 'dist'), path))).ino;

let first: Pages;
let grown: Pages;
let scratch: Pages;
let untouchedInode: number;
const untouched = `/api/agent/articles/${idOf(200)}`;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-incremental-'));
  const content = join(folder, 'content');
  await mkdir(join(content, 'published'), { recursive: true });
  await writeFile(join(content, 'creator.json'), JSON.stringify(creator));
  await writeFile(join(content, 'feeds.json'), '{"feeds": []}');
  const put = (n: number) => writeFile(join(content, 'published', `${idOf(n)}.md`), itemFile(n));
  for (let n = 1; n <= 1050; n++) await put(n);
  first = await build('content', 'dist');
  untouchedInode = await inode(untouched);
  await put(1060);
  grown = await build('content', 'dist');
  await cp(content, join(folder, 'copy'), { recursive: true, filter: (path) => !path.endsWith('.build') });
  scratch = await build('copy', 'scratch');
});
after(() => rm(folder, { recursive: true, force: true }));

test('A build after one approval holds the same bytes as a build from scratch', async () => {
  const [one, other] = ['dist', 'scratch'].map((dist) => publicFiles(join(folder, dist)));
  assert.deepEqual([...one!.keys()], [...other!.keys()]);
  for (const [file, bytes] of one!) assert.ok(bytes.equals(other!.get(file)!), file);
});

test('Its pages have the same facts, but for dates', () => {
  const facts = (pages: Pages) =>
    Object.fromEntries(Object.entries(pages).map(([path, { lastModified: _, ...rest }]) => [path, rest]));
  assert.deepEqual(facts(grown), facts(scratch));
});

test('What changed is newer than before, and what did not change keeps its date', () => {
  for (const [path, { etag, lastModified }] of Object.entries(first)) {
    const now = grown[path];
    // Search bundles are named after their words, and may contain retracted items.
    if (!now && path.startsWith('/_search/')) continue;
    assert.ok(now, path);
    if (now.etag === etag) assert.equal(now.lastModified, lastModified, path);
    else assert.ok(now.lastModified > lastModified, path);
  }
});

test('The newest item touches the newest shard alone', () => {
  const shards = Object.keys(grown).filter((path) => /\/shards\/\d+$/.test(path));
  assert.equal(shards.length, 3);
  const touched = shards.filter((path) => grown[path]!.etag !== first[path]!.etag);
  assert.deepEqual(touched, ['/api/agent/content-index/shards/3']);
});

test('A file whose bytes did not change is not written again', async () => {
  assert.equal(await inode(untouched), untouchedInode);
});

test('A build of unchanged content is skipped', async () => {
  assert.match(await command(env('content', 'dist'), 'build'), /skipped/);
});
