// A room whose creator writes German, with an item in a script that runs from right to left.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { creator, idOf, itemFile } from './content.ts';
import { textOf } from './release.ts';
import { makeRoom, type Room } from './room.ts';

let content: string;
let room: Room;
before(async () => {
  content = await mkdtemp(join(tmpdir(), 'greenroom-languages-'));
  await mkdir(join(content, 'published'), { recursive: true });
  const own = { ...creator, language: 'de-AT', booking: { sampleQuestions: ['Wie geht’s?'], topics: ['water'] } };
  await writeFile(join(content, 'creator.json'), JSON.stringify(own));
  await writeFile(join(content, 'feeds.json'), '{"feeds": []}');
  const items = [
    { id: idOf('fluss', 1), type: 'article', title: 'Der Fluss', date: '2026-03-05T10:00:00Z' },
    { id: idOf('nahr', 2), type: 'article', title: 'النهر', date: '2026-01-10T10:00:00Z', language: 'ar' },
    { id: idOf('bahr', 3), type: 'article', title: 'البحر', date: '2026-01-09T10:00:00Z', language: 'de-AT' },
  ];
  for (const item of items) await writeFile(join(content, 'published', `${item.id}.md`), itemFile(item));
  room = await makeRoom(content);
});
after(async () => {
  await room.remove();
  await rm(content, { recursive: true, force: true });
});

const page = async (file: string): Promise<string> => textOf(room.dist, file);

test('the room speaks the creator’s language, with dates and numbers as they are written there', async () => {
  const html = await page('articles.html');
  assert.match(html, /<html lang="de-AT" dir="ltr">/);
  assert.match(html, /<h1>Artikel<\/h1>/);
  assert.match(html, /<time [^>]*datetime="2026-03-05">5\. März 2026<\/time>/);
  assert.match(html, /<a class="skip" href="#main">Zum Inhalt<\/a>/);
  assert.match(await page('booking.html'), /Anfrage senden/);
  assert.match(await page('media-kit.html'), /Alles herunterladen \(ZIP, \d+ kB\)/);
});

test('an item in another language says so, and which way its script runs', async () => {
  assert.match(await page('articles.html'), /<article class="row h-entry article" lang="ar" dir="rtl">/);
  assert.match(await page(`articles/${idOf('nahr', 2)}.html`), /<h1 lang="ar" dir="rtl" class="p-name">النهر<\/h1>/);
  assert.doesNotMatch(await page(`articles/${idOf('fluss', 1)}.html`), /<h1 [^>]*lang/);
});

test('a title in another script than the language of its item says so by itself, also where it is cited', async () => {
  assert.match(await page('articles.html'), /<h\d class="row-title" lang="ar" dir="rtl"><a [^>]*>البحر</);
  const html = await page(`articles/${idOf('bahr', 3)}.html`);
  assert.match(html, /<h1 lang="ar" dir="rtl" class="p-name">البحر<\/h1>/);
  assert.match(html, /<bdi lang="ar" dir="rtl">البحر<\/bdi>/);
});

test('the reference is in English, and says so where the room is not', async () => {
  assert.match(await page('docs.html'), /<main id="main" tabindex="-1" lang="en" dir="ltr">/);
});
