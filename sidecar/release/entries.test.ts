// Entries of a manifest that are read when they are asked for.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type BuiltManifest, builtManifest, manifestPieces } from '#domain/release/built-manifest.ts';
import { baseFile, deltaFile, type ManifestEntry, mostChanges } from '#domain/release/manifest.ts';
import { noEntries, ReleaseEntries } from '#domain/release/release-entries.ts';
import { openManifest } from './entries.ts';
import { readManifest, type Release } from './release.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-entries-'));
after(() => rmSync(folder, { recursive: true }));

const entryOf = (file: string, more: Partial<ManifestEntry> = {}): ManifestEntry => ({
  file,
  type: 'text/html; charset=utf-8',
  etag: 'e'.repeat(32),
  lastModified: '2026-01-01T00:00:00Z',
  size: file.length,
  ...more,
});

/** Names that JSON escapes, that are not Latin, and one whose line is longer than what is read at once. */
const odd = ['/', '/a "quoted":{} name', '/back\\slash', '/日本語', `/${'long/'.repeat(900)}`];
const paths = [...odd, ...Array.from({ length: 5000 }, (_, n) => `/articles/${n}`)];
const manifest: BuiltManifest = {
  release: 'first',
  baseUrl: 'https://room.example',
  content: { digest: 'd', changedAt: 5 },
  others: { 'private/room.json': 7 },
  entries: new ReleaseEntries(paths.map((path) => [path, entryOf(path)])),
};

const manifestText = (of: BuiltManifest): string => [...manifestPieces(of)].join('');

function opened(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return { file, ...openManifest(file) };
}

test('every entry is found by its address, and none by another', () => {
  const { entries, file: _, ...facts } = opened('all.json', manifestText(manifest));
  assert.deepEqual({ ...facts, entries: manifest.entries }, manifest);
  for (const path of paths) assert.deepEqual(entries.get(path), manifest.entries.get(path), path);
  for (const path of ['/nothing', '', '/articles/5000', '__proto__']) assert.equal(entries.has(path), false, path);
  assert.deepEqual([...entries.values()], [...manifest.entries.values()]);
  entries.close();
});

test('every entry is found where there are more of them than the size of the manifest lets expect', () => {
  const short = Array.from({ length: 4000 }, (_, n): [string, ManifestEntry] => [
    `/${n}`,
    entryOf('a', { type: 'a/b' }),
  ]);
  const { entries } = opened('short.json', manifestText({ ...manifest, entries: new ReleaseEntries(short) }));
  for (const [path, entry] of short) assert.deepEqual(entries.get(path), entry, path);
  entries.close();
});

test('the manifest is JSON as before', () => {
  const none = { ...manifest, entries: noEntries };
  for (const one of [manifest, none]) assert.deepEqual(builtManifest(JSON.parse(manifestText(one))), one);
  // An entry that is the same in another manifest is that one's object.
  const [path, entry] = [...manifest.entries][0]!;
  const read = builtManifest(JSON.parse(manifestText(manifest)));
  const shared = read.entries.asKnown(new ReleaseEntries([[path, entry]]));
  assert.equal(shared.get(path), entry);
  assert.deepEqual({ ...read, entries: shared }, manifest);
  const { entries } = opened('none.json', manifestText(none));
  assert.deepEqual([...entries.values()], []);
  entries.close();
});

test('what only builds need is left out', () => {
  const { entries } = opened(
    'key.json',
    manifestText({ ...manifest, entries: new ReleaseEntries([['/a', entryOf('a', { key: 'k' })]]) }),
  );
  assert.deepEqual(entries.get('/a'), entryOf('a'));
  entries.close();
});

test('the entries of the next release are those of the one before with what changed, also when its file is gone', () => {
  const { file, entries } = opened('before.json', manifestText(manifest));
  const next = entries.changed({ changed: { '/articles/7': entryOf('new'), '/more': entryOf('more') }, gone: ['/'] })!;
  entries.close();
  unlinkSync(file);
  assert.deepEqual([next.get('/articles/7')!.file, next.get('/more')!.file, next.has('/')], ['new', 'more', false]);
  assert.equal(next.get('/articles/8')!.file, '/articles/8');
  assert.equal([...next.values()].length, paths.length);
  const back = next.changed({ changed: { '/': entryOf('back') }, gone: ['/more'] })!;
  next.close();
  assert.deepEqual([back.get('/')!.file, back.has('/more'), [...back.values()].length], ['back', false, paths.length]);
  back.close();
});

test('a release that changes much is read from its own manifest, and still says of which texts', async () => {
  const { entries } = opened('first.json', manifestText(manifest));
  const facts = { from: 'first', gone: [], texts: ['7'], release: 'next', baseUrl: '', others: {} };
  const before = { id: 'first', opened: entries } as Release;
  writeFileSync(join(folder, 'manifest.json'), manifestText({ ...manifest, release: 'next' }));
  for (const count of [mostChanges, mostChanges + 1]) {
    const changed = Object.fromEntries(Array.from({ length: count }, (_, n) => [`/articles/${n}`, entryOf('new')]));
    writeFileSync(join(folder, deltaFile), JSON.stringify({ ...facts, changed }));
    const next = await readManifest(folder, before);
    assert.deepEqual([next.release, next.delta], ['next', { from: 'first', texts: ['7'] }]);
    assert.equal(next.entries.get('/articles/7')!.file, count > mostChanges ? '/articles/7' : 'new');
    next.entries.close();
  }
  const other = await readManifest(folder, { ...before, id: 'other' });
  assert.equal(other.delta, undefined);
  for (const one of [other.entries, entries]) one.close();
});

test('a manifest of an older version, all in one line, is read whole', () => {
  const { content: _, ...old } = { ...manifest, entries: Object.fromEntries(manifest.entries) };
  const { entries, content } = opened('old.json', JSON.stringify(old));
  assert.deepEqual(content, { digest: '', changedAt: 0 });
  assert.equal(entries.get('/articles/7')!.file, '/articles/7');
  assert.equal(entries.has('__proto__'), false);
  entries.close();
});

test('a manifest that is cut while it is served gives no entry and no error', () => {
  const { file, entries } = opened('cut.json', manifestText(manifest));
  truncateSync(file, 1000);
  assert.equal(entries.get('/articles/4999'), undefined);
  entries.close();
});

test('a manifest that changes another one, which lies beside it, is read with it', () => {
  const changed = { '/': entryOf('new'), '/more': entryOf('more') };
  const entries = manifest.entries.with(Object.entries(changed), ['/articles/7']);
  writeFileSync(join(folder, baseFile), manifestText(manifest));
  const text = manifestText({ ...manifest, release: 'second', entries, base: manifest.entries });
  assert.ok(text.length < 2000);
  const { entries: read, file, ...facts } = opened('second.json', text);
  assert.deepEqual([facts.release, 'base' in facts], ['second', false]);
  assert.deepEqual([read.get('/')!.file, read.get('/more')!.file, read.has('/articles/7')], ['new', 'more', false]);
  assert.deepEqual([...read.values()].length, entries.size);
  const next = read.changed({ changed: {}, gone: ['/more'] })!;
  read.close();
  unlinkSync(join(folder, baseFile));
  assert.deepEqual([next.has('/more'), next.get('/articles/8')!.file], [false, '/articles/8']);
  next.close();
  assert.throws(() => openManifest(file), /ENOENT/);
});

test('what is no manifest is refused', () => {
  for (const text of ['', '{', 'null', '{"entries":']) assert.throws(() => opened('bad.json', text), text);
});
