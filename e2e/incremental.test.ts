// A build after one approval dates what it changed, and changes one shard of the index.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { command, foldersIn } from './room.ts';
import { type Pages, pagesIn } from './release.ts';

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

async function build(): Promise<Pages> {
  const env = { ...process.env, ...foldersIn(folder), BASE_URL: 'https://room.example' };
  await command(env, 'ingest');
  await command(env, 'build');
  return pagesIn(env.DIST_DIR);
}

let first: Pages;
let grown: Pages;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-incremental-'));
  const content = join(folder, 'content');
  await mkdir(join(content, 'published'), { recursive: true });
  await writeFile(join(content, 'creator.json'), JSON.stringify(creator));
  await writeFile(join(content, 'feeds.json'), '{"feeds": []}');
  const put = (n: number) => writeFile(join(content, 'published', `${idOf(n)}.md`), itemFile(n));
  for (let n = 1; n <= 550; n++) await put(n);
  first = await build();
  await put(560);
  grown = await build();
});
after(() => rm(folder, { recursive: true, force: true }));

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
  assert.equal(shards.length, 2);
  const touched = shards.filter((path) => grown[path]!.etag !== first[path]!.etag);
  assert.deepEqual(touched, ['/api/agent/content-index/shards/2']);
});
