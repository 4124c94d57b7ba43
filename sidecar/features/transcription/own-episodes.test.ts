import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatItemFile } from '#domain/items/item-file.ts';
import { findOwnEpisode, listOwnEpisodes } from './own-episodes.ts';

test('an episode without a language has the language of the room', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-episodes-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'published'));
  const put = async (id: string, language: object) => {
    const facts = { type: 'episode', title: 'One', audioUrl: 'https://example.org/1.mp3' } as const;
    const item = { id, date: '2026-01-01T00:00:00Z', keywords: [], ...facts, ...language };
    await writeFile(join(folder, 'published', `${id}.md`), formatItemFile({ item, body: '' }));
  };
  await put('one-00000001', {});
  await put('two-00000002', { language: 'pt' });
  const languages = async () =>
    Object.fromEntries((await listOwnEpisodes(folder)).map(({ id, language }) => [id.slice(0, 3), language]));
  assert.deepEqual(await languages(), { one: undefined, two: 'pt' });
  await writeFile(join(folder, 'creator.json'), JSON.stringify({ language: 'de' }));
  assert.deepEqual(await languages(), { one: 'de', two: 'pt' });
  assert.equal((await findOwnEpisode(folder, 'one-00000001'))!.language, 'de');
});
