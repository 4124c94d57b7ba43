import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { FileWriter } from '#domain/release/site-entry.ts';
import { openTree } from './tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-tree-'));
after(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);
const entry = (file: string, etag: string, more: Partial<ManifestEntry> = {}): ManifestEntry => {
  return { file, etag, type: 'text/plain', lastModified: '2026-01-01T00:00:00Z', size: 1, ...more };
};
const entriesOf = (...all: ManifestEntry[]) => new ReleaseEntries(all.map((one) => [`/${one.file}`, one]));
const releaseOf = (name: string, files: Record<string, string>, ...entries: ManifestEntry[]) => {
  for (const [file, text] of Object.entries({ ...files, 'manifest.json': '{}' })) {
    mkdirSync(join(at(name, file), '..'), { recursive: true });
    writeFileSync(at(name, file), text);
  }
  const manifest = { entries: entriesOf(...entries) } as BuiltManifest;
  return { dir: at(name), manifest };
};
/** Nothing is written beside the tests' own files. */
const noFiles: FileWriter = { write: () => {}, check: () => {}, keepUp: async () => {}, finish: async () => {} };
const read = (...names: string[]) => readFileSync(at(...names), 'utf8');

test('the folder of an old release becomes the new one: what is the same stays, what changed is brought, the rest goes', async () => {
  const [same, was, is] = [entry('same', 's'), entry('page', 'old', { encodings: { br: 1 } }), entry('page', 'new')];
  const old = releaseOf(
    'old',
    { 'public/same': 'same', 'public/page': 'old', 'public/page.br': 'b', 'public/gone': 'g' },
    same,
    was,
    entry('gone', 'g'),
  );
  const live = releaseOf('live', { 'public/same': 'other inode', 'public/page': 'new' }, same, is);
  const kept = statSync(at('old', 'public', 'same')).ino;
  const tree = openTree(at('next'), noFiles, old);
  assert.ok(!existsSync(at('old')));
  assert.ok(!existsSync(at('next', 'manifest.json')), 'it is no release until it has a manifest');
  tree.complete(live.manifest.entries, live.dir);
  assert.equal(statSync(at('next', 'public', 'same')).ino, kept);
  assert.equal(statSync(at('next', 'public', 'page')).ino, statSync(at('live', 'public', 'page')).ino);
  for (const name of ['page.br', 'gone']) assert.ok(!existsSync(at('next', 'public', name)), name);
});

test('folders that are left empty go with the last file in them, as a build from scratch would not make them', () => {
  const [kept, gone, other] = ['api/kept', 'api/article/a/markdown', 'api/article/a/more/b'].map((name) =>
    entry(name, 'e'),
  );
  const files = [kept!, gone!, other!].map(({ file }) => [`public/${file}`, file]);
  const hidden = entry('agent/hidden', 'h', { private: true });
  const old = releaseOf(
    'full',
    Object.fromEntries([...files, ['private/agent/hidden', 'h']]),
    ...[kept!, gone!, other!, hidden],
  );
  openTree(at('emptied'), noFiles, old).complete(entriesOf(kept!), undefined);
  assert.deepEqual(readdirSync(at('emptied'), { recursive: true }).sort(), ['public', 'public/api', 'public/api/kept']);
});

test('a file that another release shares is never written into', async () => {
  const shared = entry('shared', 's');
  const live = releaseOf('served', { 'public/shared': 'served' }, shared);
  const first = openTree(at('first'), noFiles);
  first.complete(live.manifest.entries, live.dir);
  writeFileSync(at('first', 'manifest.json'), '{}');
  const tree = openTree(at('second'), noFiles, { dir: at('first'), manifest: live.manifest });
  tree.write('public/shared', 'changed');
  assert.deepEqual([read('served', 'public', 'shared'), read('second', 'public', 'shared')], ['served', 'changed']);
});
