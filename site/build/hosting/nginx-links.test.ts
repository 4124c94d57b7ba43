import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { Tree } from '../tree.ts';
import { linkFolder, targetFolder, updateLinks } from './nginx-links.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-links-'));
after(() => rmSync(folder, { recursive: true }));

const entry = (file: string, digit: string, more: Partial<ReleasePage> = {}): ReleasePage => {
  return { file, etag: digit.repeat(32), type: 'text/html', lastModified: '2026-01-01T00:00:00Z', size: 1, ...more };
};
const room = (entries: Record<string, ReleasePage>, baseUrl = 'https://room.example') =>
  ({ baseUrl, entries: new ReleaseEntries(Object.entries(entries)) }) as BuiltManifest;

let count = 0;
/** The tree of a release in which the files lie; that of `before`, where one is given. */
function treeOf({ entries }: BuiltManifest, before?: { dir: string; old: BuiltManifest }): Tree {
  const dir = before?.dir ?? join(folder, String((count += 1)));
  for (const { file } of entries.values()) {
    mkdirSync(join(dir, 'public', file, '..'), { recursive: true });
    writeFileSync(join(dir, 'public', file), '');
  }
  return { dir, old: before?.old } as Tree;
}

const targets = (dir: string) => readdirSync(join(dir, linkFolder, targetFolder)).sort();
const nameOf = (dir: string, path: string) => basename(realpathSync(join(dir, linkFolder, `${path}=`)));

const [page, below, text] = [entry('a.html', 'a'), entry('a/b.html', 'a'), entry('a.md', 'c', { tokens: 77 })];
const first = room({ '/a': page, '/a/b': below, '/a.md': text });

/** What a tree made from nothing would hold. */
const anew = (made: BuiltManifest) => {
  const tree = treeOf(made);
  updateLinks(tree, 'code', made);
  return targets(tree.dir);
};

test('an address has a link, also where others are below it, and its name says ETag and tokens', () => {
  const tree = treeOf(first);
  updateLinks(tree, 'code', first);
  assert.match(nameOf(tree.dir, '/a'), /^a{32}\w{11}$/);
  assert.match(nameOf(tree.dir, '/a/b'), /^a{32}\w{11}$/);
  assert.match(nameOf(tree.dir, '/a.md'), /^c{32}\w{11}77$/);
});

test('files that are private, counted or have a name that nginx might misread have none', () => {
  const made = room({
    '/api/agent/articles/x': entry('x.json', 'a', { private: true }),
    '/api/nexus/creators': entry('api/nexus/creators.json', 'b'),
    '/media/$x y.png': entry('media/$x y.png', 'c'),
    '/a': page,
  });
  assert.equal(anew(made).length, 1);
});

test('a tree that is taken over holds what one made from nothing would', () => {
  const tree = treeOf(first);
  updateLinks(tree, 'code', first);
  const link = () => readlinkSync(join(tree.dir, linkFolder, '/a='));
  const before = link();
  const changed = { '/a': page, '/a.md': entry('a.md', 'd', { tokens: 5 }), '/new': entry('new.html', 'e') };
  const second = room(changed);
  updateLinks(treeOf(second, { dir: tree.dir, old: first }), 'code', second);
  assert.equal(link(), before);
  assert.ok(!existsSync(join(tree.dir, linkFolder, '/a/b=')), 'the address that is gone has no link');
  assert.deepEqual(targets(tree.dir), anew(second));
  const moved = room(changed, 'http://other.example');
  updateLinks(treeOf(moved, { dir: tree.dir, old: second }), 'code', moved);
  assert.deepEqual(targets(tree.dir), anew(moved));
});

test('where other code has made the links, each is compared', () => {
  const tree = treeOf(first);
  updateLinks(tree, 'code', first);
  const link = join(tree.dir, linkFolder, '/a=');
  const other = join(tree.dir, linkFolder, targetFolder, 'other');
  renameSync(realpathSync(link), other);
  rmSync(link);
  symlinkSync(`${targetFolder}/other`, link);
  updateLinks(treeOf(first, { dir: tree.dir, old: first }), 'other code', first);
  assert.deepEqual(targets(tree.dir), anew(first));
  assert.match(nameOf(tree.dir, '/a'), /^a{32}/);
});
