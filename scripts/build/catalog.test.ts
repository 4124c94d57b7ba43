import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatItemFile } from '#domain/items/item-file.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { openCatalog, readCreator } from './catalog.ts';
import { readItem } from './published-folder.ts';

const { creator, items } = sandboxRoom({ baseUrl: 'https://room.example.org' });
const { hash: _, wordCount: __, ...stored } = items[0]!;
const read = (changes: object) =>
  readItem(formatItemFile({ item: { ...stored, ...changes }, body: 'Two words' }), creator).item;

test('instants written with an offset become UTC, and keywords lower case and single', () => {
  const item = read({ date: '2026-03-01T23:30:00-02:00', keywords: ['Sea', 'sea', 'Map'] });
  assert.equal(item.date, '2026-03-02T01:30:00Z');
  assert.deepEqual(item.keywords, ['sea', 'map']);
  assert.equal(item.wordCount, 2);
});

test('a file that does not have the shape says which field is wrong', () => {
  assert.throws(() => read({ type: 'song' }), /type/);
  assert.throws(() => read({ canonicalUrl: 'javascript:alert(1)' }), /canonicalUrl/);
});

test('a security contact that ran out is named, and so is a picture that is not there; a language that is none stops nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-catalog-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = {
    security: { contact: 'mailto:a@example.org', expires: '2020-01-01T00:00:00Z' },
    podcast: { image: 'cover.jpg' },
    language: 'klingon!',
  };
  await writeFile(join(folder, 'creator.json'), JSON.stringify({ ...creator, ...settings }));
  const { problems } = await openCatalog(folder).read();
  assert.equal(readCreator(folder).language, 'en');
  assert.deepEqual(problems, [
    { code: 'security_expired', details: { day: '2020-01-01' } },
    { code: 'picture_missing', details: { file: 'cover.jpg' } },
  ]);
});

test('an item that cannot be shown is left out and named, and the others are in the room', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-catalog-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'published'));
  await writeFile(join(folder, 'creator.json'), JSON.stringify(creator));
  const put = (id: string, body: string) =>
    writeFile(join(folder, 'published', `${id}.md`), formatItemFile({ item: { ...stored, id }, body }));
  await put('good-00000001', 'Two words');
  await put('headings-00000002', '# a\n'.repeat(100_000));
  await put('endless-00000003', 'x'.repeat(2_000_001));
  const { items: found, leftOut, problems } = await openCatalog(folder).read();
  assert.equal(found.length, 2);
  assert.deepEqual(
    problems.map(({ details }) => details!['file']),
    ['published/endless-00000003.md'],
  );
  assert.deepEqual(
    leftOut.map(({ name }) => name),
    ['endless-00000003.md'],
  );
});
