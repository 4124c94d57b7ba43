// Tests items that are created by hand, and private links to unpublished items.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '#domain/instants.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { openRoom } from '../content/test-room.ts';
import type { ItemModel } from '../item/model.ts';
import type { SharedModel } from '../shares.ts';
import { openBrowser, openConsole, readPage, signInByLink } from '../test-console.ts';
import type { WriteModel } from './page.ts';

const open = sqliteStore();

test('each kind of writing becomes an inbox item with the input', async (t) => {
  const room = await openRoom(t, open());
  const begin = async (fields: Record<string, string>) => {
    const { to, notice } = await room.send('/write', fields);
    assert.equal(notice, 'begun');
    return room.get('inbox', to!.split('/').at(-1)!);
  };
  const article = await begin({ kind: 'article', title: 'Low water', text: 'It **went** out.' });
  assert.deepEqual([article.type, article.body, article.date], ['article', 'It **went** out.', '2026-03-01T12:00:00Z']);
  const press = await begin({
    ...{
      kind: 'press',
      title: 'A year on the quay',
      text: '“The best letter about water.”',
      organization: 'The Gazette',
    },
    ...{ url: 'https://gazette.example/quay', image: 'media/gazette.svg', day: '2026-02-03' },
  });
  assert.deepEqual(
    [press.type, press.kind, press.organization, press.summary, press.canonicalUrl, press.image, press.date],
    [
      ...['timeline', 'press', 'The Gazette', '“The best letter about water.”', 'https://gazette.example/quay'],
      ...['media/gazette.svg', '2026-02-03T00:00:00Z'],
    ],
  );
  for (const [kind, wanted] of [
    ['news', 'release'],
    ['talk', 'talk'],
    ['note', 'post'],
  ] as const)
    assert.equal((await begin({ kind, title: kind })).kind, wanted);
  assert.deepEqual([await room.filesIn('published'), room.builds], [[], []]);
});

test('invalid input is returned as typed', async (t) => {
  const room = await openRoom(t, open());
  const long = 'x'.repeat(301);
  const refused: Record<string, string>[] = [
    { kind: '__proto__', title: 'A' },
    { kind: 'note', title: ' ' },
    { kind: 'note', title: 'A', text: long },
    { kind: 'press', title: 'A', url: 'javascript:alert(1)', text: 'kept' },
    { kind: 'article', title: 'A', image: '../secret' },
  ];
  for (const fields of refused) {
    const answer = await room.send<WriteModel>('/write', { text: '', ...fields });
    assert.deepEqual([answer.status, answer.view], [422, 'write'], JSON.stringify(fields));
    assert.equal(answer.model.values.text, fields.text ?? '');
  }
  assert.deepEqual(await room.filesIn('inbox'), []);
});

test('a private link shows its unpublished item for a week, and nothing else', async (t) => {
  const room = await openRoom(t, open());
  await room.put('inbox');
  await room.put('published', { id: 'open-00000001' });
  await room.put('published', { id: 'later-00000002', liveAt: '2030-01-01T00:00:00Z' });
  const console = openConsole(open(), { contentDir: room.contentDir, console: { desk: room.desk } });
  t.after(() => console.app.close());
  const browser = await signInByLink(console);
  const stranger = openBrowser(console);
  const linkOf = async (path: string) =>
    readPage<ItemModel>(await browser.get(path)).model.share?.url.replace('http://localhost/console', '');
  const link = (await linkOf('/inbox/low-tide-01234567'))!;
  const seen = await stranger.get(link);
  assert.equal(seen.statusCode, 200);
  assert.equal(seen.headers['cache-control'], 'private, no-store');
  const { model, frame } = readPage<SharedModel>(seen);
  assert.deepEqual([model.title, model.preview.body, frame.signedIn], ['Low tide', 'The water went out.', undefined]);
  assert.equal((await stranger.get((await linkOf('/published/later-00000002'))!)).statusCode, 200);
  assert.equal(await linkOf('/published/open-00000001'), undefined);
  const [, , id, day, signature] = link.split('/');
  for (const forged of [
    `/shared/${id}/${Number(day) + 100}/${signature}`,
    `/shared/open-00000001/${day}/${signature}`,
    `/shared/${id}/${day}/${signature!.slice(1)}`,
    `/shared/${id}/${day}/`,
    `/shared/..%2F${id}/${day}/${signature}`,
  ])
    assert.notEqual((await stranger.get(forged)).statusCode, 200, forged);
  console.clock.now += 8 * dayMs;
  assert.equal((await stranger.get(link)).statusCode, 404);
});
