// Tests folders that follow the live release, for web servers, static hosts and CDNs.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { folderFiles } from './folder-files.ts';
import { folderTarget } from './folder-target.ts';
import { readPublicRelease } from './publish.ts';
import { noteKey } from './state.ts';
import { makeRelease, testPage, type TestPages } from './test-release.ts';
import { type PublishSummary, updateTarget } from './update-target.ts';

let dist: string;
beforeEach(() => void (dist = mkdtempSync(join(tmpdir(), 'greenroom-folders-'))));
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const note = `put ${noteKey}`;

type Kind = keyof typeof folderFiles;

/** Callback before each change of a folder. */
type OnChange = (change: string) => void;

/** Publishes as a release does. `onChange` is called before each change of the folder. */
function publish(kind: Kind, pages: TestPages, onChange: OnChange = () => {}): Promise<PublishSummary> {
  makeRelease(dist, pages);
  const target = folderTarget(join(dist, kind === 'folder' ? 'public' : kind), dist);
  const { put, remove } = target;
  const files = folderFiles[kind](readPublicRelease(dist).hosted);
  const watched = {
    ...target,
    put: (key: string, ...rest: [Parameters<typeof put>[1]]) => {
      onChange(`put ${key}`);
      return put(key, ...rest);
    },
    remove: (key: string) => {
      onChange(`remove ${key}`);
      return remove(key);
    },
  };
  return updateTarget(watched, files, async () => {});
}

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && entry.name !== noteKey)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const css = { type: 'text/css; charset=utf-8' };
const pages: TestPages = {
  '/': { file: 'index.html', text: 'home' },
  '/404': { file: '404.html', text: 'nothing here' },
  '/_astro/a.css': { ...css, file: '_astro/a.css', text: 'a{}' },
  '/api/agent/articles/sold': { file: 'api/agent/articles/sold.json', text: 'secret', private: true },
  '/articles': { file: 'articles.html', text: 'list', encodings: { br: 2, gzip: 4 } },
  '/articles/a': { file: 'articles/a.html', text: 'the article', markdown: true },
  '/articles/a.md': { file: 'articles/a.md', text: '# The article', type: 'text/markdown; charset=utf-8', tokens: 77 },
  '/media/a.png': { file: 'media/a.png', text: 'png', type: 'image/png' },
  '/nexus': { file: 'nexus.html', text: 'a frame', frame: true },
};
const { '/articles/a': _, '/articles/a.md': __, ...withoutArticle } = pages;

test('a plain tree has every public file under its name, with its date, and nothing private', async () => {
  await publish('folder', pages);
  assert.deepEqual(below(join(dist, 'public')), [
    '404.html',
    '_astro/a.css',
    '_headers',
    '_redirects',
    'articles.html',
    'articles.html.br',
    'articles.html.gz',
    'articles/a.html',
    'articles/a.md',
    'index.html',
    'media/a.png',
  ]);
  const file = join(dist, 'public', 'articles', 'a.html');
  assert.equal(readFileSync(file, 'utf8'), 'the article');
  assert.equal(statSync(file).mtime.toISOString(), '2026-01-01T00:00:00.000Z');
  assert.equal(readFileSync(join(dist, 'public', 'articles.html.br'), 'utf8'), 'BR');
});

test('the next release writes only differences and removes empty folders', async () => {
  await publish('folder', pages);
  const inode = () => statSync(join(dist, 'public', 'index.html')).ino;
  const before = inode();
  const changes: string[] = [];
  const next = { ...withoutArticle, '/articles': { file: 'articles.html', text: 'another list' } };
  assert.equal((await publish('folder', next, (change) => changes.push(change))).sent, 1);
  assert.deepEqual(changes, [
    note,
    'put articles.html',
    'remove articles.html.br',
    'remove articles.html.gz',
    'remove articles/a.html',
    'remove articles/a.md',
    note,
  ]);
  assert.equal(inode(), before);
  assert.ok(!existsSync(join(dist, 'public', 'articles')));
  assert.deepEqual(await publish('folder', next), { sent: 0, bytes: 0, deleted: 0 });
});

test('pages with the same bytes and other dates are files of their own', async () => {
  const twice: TestPages = {
    '/a': { file: 'a.html', text: 'same' },
    '/b': { file: 'b.html', text: 'same', lastModified: '2026-02-02T00:00:00Z' },
  };
  await publish('folder', twice);
  const dates = ['a.html', 'b.html'].map((name) => statSync(join(dist, 'public', name)).mtime.toISOString());
  assert.deepEqual(dates, ['2026-01-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z']);
});

test('a folder without its note is corrected, and a removed folder is created again', async () => {
  await publish('folder', pages);
  const folder = join(dist, 'public');
  rmSync(join(folder, noteKey));
  writeFileSync(join(folder, 'articles', 'retracted.html'), 'old');
  rmSync(join(folder, 'index.html'));
  await publish('folder', pages);
  assert.ok(!existsSync(join(folder, 'articles', 'retracted.html')));
  assert.ok(existsSync(join(folder, 'index.html')));
  const files = below(folder);
  rmSync(folder, { recursive: true });
  await publish('folder', pages);
  assert.deepEqual(below(folder), files);
});

test('an interrupted publication continues with the next release', async () => {
  let left = 4;
  // Nothing is written from then on, including the note.
  const stop = () => {
    if (left-- <= 0) throw new Error('killed');
  };
  await assert.rejects(publish('folder', pages, stop), /killed/);
  await publish('folder', withoutArticle);
  const files = below(join(dist, 'public'));
  assert.deepEqual(
    files.filter((name) => name.startsWith('articles')),
    ['articles.html', 'articles.html.br', 'articles.html.gz'],
  );
  rmSync(join(dist, 'public'), { recursive: true });
  await publish('folder', withoutArticle);
  assert.deepEqual(files, below(join(dist, 'public')));
});

const links = () => join(dist, 'nginx', 'links');
const nameBehind = (path: string) => basename(realpathSync(join(links(), `${path}=`)));

test('nginx finds each address by a link, also with others below it, to a file whose name says ETag and tokens', async () => {
  await publish('nginx', pages);
  const { etag } = testPage(pages['/articles']!);
  assert.match(nameBehind('/articles'), new RegExp(`^${etag}\\w{11}$`));
  assert.match(nameBehind('/articles/a.md'), /^\w{43}77$/);
  assert.equal(readFileSync(join(links(), '/articles='), 'utf8'), 'list');
  assert.equal(readFileSync(join(links(), ',', `${nameBehind('/articles')}.br`), 'utf8'), 'BR');
  assert.match(readFileSync(join(dist, 'nginx', 'rules', 'maps.conf'), 'utf8'), /^log_format greenroom/m);
});

test('addresses that are private, counted or have a name that nginx might misread have no link', async () => {
  const others: TestPages = {
    '/api/agent/articles/sold': pages['/api/agent/articles/sold']!,
    '/api/nexus/creators': { file: 'api/nexus/creators.json', text: 'counted' },
    '/media/$x y.png': { file: 'media/$x y.png', text: 'odd' },
    '/a': { file: 'a.html', text: 'a' },
  };
  await publish('nginx', others);
  assert.deepEqual(
    below(links()).filter((name) => name.endsWith('=')),
    ['a='],
  );
  assert.equal(readdirSync(join(links(), ',')).length, 1);
});

test('at each moment a link of nginx leads to the bytes that the name of the file says', async () => {
  const assertAgreement = () => {
    for (const name of below(links()).filter((each) => each.endsWith('='))) {
      const text = readFileSync(join(links(), name), 'utf8');
      assert.equal(nameBehind(`/${name.slice(0, -1)}`).slice(0, 32), testPage({ file: '', text }).etag, name);
    }
  };
  await publish('nginx', pages);
  const next: TestPages = {
    ...withoutArticle,
    '/': { file: 'index.html', text: 'new home' },
    '/new': { file: 'new.html', text: 'new' },
  };
  await publish('nginx', next, assertAgreement);
  assertAgreement();
  assert.equal(readFileSync(join(links(), '='), 'utf8'), 'new home');
});

test('nginx rules are written last, and change only with new kinds of files', async () => {
  const changes: string[] = [];
  await publish('nginx', pages, (change) => changes.push(change));
  assert.deepEqual(changes.slice(-2), ['put rules', note]);
  const rules = () => readlinkSync(join(dist, 'nginx', 'rules'));
  const before = rules();
  await publish('nginx', { ...pages, '/articles/b': { file: 'articles/b.html', text: 'b', markdown: true } });
  assert.equal(rules(), before);
  await publish('nginx', pages, () => {});
  const again = { ...pages, '/404': { file: '404.html', text: 'nothing at all' } };
  await publish('nginx', again);
  assert.notEqual(rules(), before);
  assert.deepEqual(readdirSync(join(dist, 'nginx')).sort(), [noteKey, 'links', 'rules', rules()].sort());
});

test('Caddy reads assets and pictures under names that change with their bytes', async () => {
  await publish('caddy', pages);
  const nameOf = (path: string) => `${testPage(pages[path]!).etag}-1767225600`;
  const names = ['/_astro/a.css', '/media/a.png'].map(nameOf);
  assert.deepEqual(readdirSync(join(dist, 'caddy', 'files')).sort(), names.sort());
  assert.ok(
    readFileSync(join(dist, 'caddy', 'rules', 'Caddyfile'), 'utf8').includes(
      `/_astro/a.css ${nameOf('/_astro/a.css')} `,
    ),
  );
});

for (const [kind, edge] of [
  ['cloudflare', 'public/_worker.js'],
  ['netlify', 'edge-functions/greenroom.js'],
] as const)
  test(`the folder of ${kind} has the public files without compressed forms, and the edge function`, async () => {
    await publish(kind, pages);
    const files = below(join(dist, kind));
    assert.ok(files.includes(edge) && files.includes('public/articles/a.html') && files.includes('public/_headers'));
    assert.ok(!files.some((name) => /\.(br|gz)$|sold/.test(name)), String(files));
  });
