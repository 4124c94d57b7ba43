import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Creator } from '#contract/schemas/content-files.ts';
import { itemId } from '../ids.ts';
import { newItemId, readableSlug, roomSlug } from './slug.ts';

test('titles in other scripts have readable slugs', () => {
  const slugs = {
    'Привет, мир': 'privet-mir',
    'Ελληνικός τίτλος': 'ellinikos-titlos',
    '你好，世界': 'nihao-shijie',
    '안녕하세요 세계': 'annyeonghaseyo-segye',
    'المدينة في الليل': 'almdynh-fy-allyl',
    'שלום עולם': 'slvm-vlm',
    สวัสดีชาวโลก: 'swasdi-chaw-olk',
    'नमस्ते दुनिया': 'nmste-duniya',
    ラブラドールが来ました: 'raburadoru',
    'Łódź og Smørrebrød': 'lodz-og-smorrebrod',
    'Radio из Тарту 🐧 2026': 'radio-iz-tartu-2026',
  };
  for (const [title, slug] of Object.entries(slugs)) assert.equal(readableSlug(title), slug);
});

test('separate numbers in a title are separate in its slug', () => {
  assert.equal(readableSlug('10⁶ stars and 1½ moons'), '10-6-stars-and-1-1-2-moons');
  assert.equal(readableSlug('Более 10⁶ звёзд'), 'bolee-10-6-zvezd');
});

test('a title that cannot be transliterated gets the fallback, and a long one is cut between words', () => {
  assert.equal(readableSlug('月を待つ'), 'item');
  assert.equal(readableSlug('🐧'), 'item');
  const long = readableSlug('Очень длинный заголовок '.repeat(20));
  assert.match(long, /^[a-z0-9-]{40,60}$/);
});

test('titles in Latin script keep their previous ids', () => {
  for (const title of ['Ünder the Sea & back!', '3 ways “home”', ''])
    assert.equal(newItemId(title, 'key'), itemId(title, 'key'));
});

test('a room whose name cannot be transliterated is named after its host', () => {
  const called = (publication: string) =>
    roomSlug({ creator: { publication } as Creator, baseUrl: 'https://press.nihon.example:8443' });
  assert.equal(called('月を待つ'), 'press-nihon-example');
  assert.equal(called('المدينة'), 'almdynh');
  assert.equal(called('The Tidewater Letter'), 'the-tidewater-letter');
});
