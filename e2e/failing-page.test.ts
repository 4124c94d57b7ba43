// An item whose page fails while it is rendered: the rest of the room is built, and the item is named wherever one
// looks.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pagesIn, textOf } from './release.ts';
import { command, foldersIn } from './room.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-failing-page-'));
  await mkdir(join(folder, 'content', 'published'), { recursive: true });
});
after(() => rm(folder, { recursive: true, force: true }));

const creator = {
  ...{
    name: 'Ida Measure',
    publication: 'The Long Table',
    oneLiner: 'Short.',
    description: 'Letters.',
    language: 'en',
  },
  ...{ topics: ['Letters'], themes: [] },
};
const put = (n: number, title: string) =>
  writeFile(
    join(folder, 'content', 'published', `item-${n}-0000000${n}.md`),
    `---\nid: item-${n}-0000000${n}\ntype: article\ntitle: ${title}\ndate: 2026-05-0${n}T06:00:00Z\nkeywords: []\n---\n\nWords.\n`,
  );

/** A title on which Astro's escape function fails, as it would on an extremely long text. */
const fault = `const { test } = RegExp.prototype;
RegExp.prototype.test = function (text) {
  if (this.source === '[&<>\\'"]' && String(text).includes('Unlucky')) throw new RangeError('Invalid string length');
  return Reflect.apply(test, this, [text]);
};`;

const run = (name: string, options = '') =>
  command({ ...process.env, ...foldersIn(folder), BASE_URL: 'https://room.example', NODE_OPTIONS: options }, name);

test('An item whose page throws is left out and named, and the build ends well', async () => {
  await writeFile(join(folder, 'content', 'creator.json'), JSON.stringify(creator));
  await writeFile(join(folder, 'content', 'feeds.json'), '{"feeds": []}');
  for (const [n, title] of [
    [1, 'Lucky'],
    [2, 'Unlucky'],
    [3, 'Happy'],
  ] as const)
    await put(n, title);
  await writeFile(join(folder, 'fault.mjs'), fault);
  const said = await run('build', `--import ${pathToFileURL(join(folder, 'fault.mjs'))}`);
  const named = 'published/item-2-00000002.md was left out: its page cannot be rendered: Invalid string length';
  assert.ok(said.includes(named), said);
  assert.match(said, /Build: release [0-9a-f]{12} in/);
  const articles = Object.keys(pagesIn(join(folder, 'dist'))).filter((path) => /^\/articles\/item-[^/.]+$/.test(path));
  assert.deepEqual(articles.sort(), ['/articles/item-1-00000001', '/articles/item-3-00000003']);
  const index = textOf(join(folder, 'dist'), 'api/agent/content-index.json');
  assert.doesNotMatch(index, /Unlucky/);
  const checked = await run('doctor').catch((error: { stdout: string }) => error.stdout);
  assert.match(checked, /published\/item-2-00000002\.md: its page cannot be rendered/);
});

test('Once its page can be rendered, the item is in the room again', async () => {
  await put(2, 'Better');
  await run('build');
  assert.ok(pagesIn(join(folder, 'dist'))['/articles/item-2-00000002']);
  assert.doesNotMatch(await run('doctor').catch((error: { stdout: string }) => error.stdout), /item-2/);
});
