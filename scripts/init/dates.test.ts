// Tests facts that a site states without a feed: dates, albums, members, names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftTimeline } from './dates.ts';
import type { Discovery } from './discover.ts';
import { draftCreator, guessCreator } from './draft.ts';
import { readPageFacts } from './page-facts.ts';

function read(html: string): Discovery {
  const bytes = Buffer.from(html);
  const facts = readPageFacts({ url: 'https://tides.example/', contentType: 'text/html; charset=utf-8', bytes });
  return { pages: [{ ...facts, isHosted: false }], asides: [], feeds: [], hints: [], problems: [] };
}
const today = '2026-11-28';
const datesIn = (html: string, language = 'en') =>
  draftTimeline(read(html), { names: ['Low Tide'], language, today }).map(({ date, endDate, kind, title }) =>
    [date, endDate, kind, title].filter(Boolean).join(' '),
  );
const script = (json: object) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`;

test('rows of tables and lists with a date that is still to come are events', () => {
  const table = '<tr><td>12 décembre 2026</td><td>La Carène</td><td>Brest</td><td>14 €</td></tr>';
  assert.deepEqual(datesIn(`<table>${table}</table>`, 'fr'), ['2026-12-12 event La Carène · Brest · 14 €']);
  assert.deepEqual(datesIn('<ul><li>2026年12月5日〜20日 「夜の港」 京都</li></ul>', 'ja'), [
    '2026-12-05 2026-12-20 event 「夜の港」 京都',
  ]);
  assert.deepEqual(datesIn('<ul><li>5–20 December 2026: Night harbour</li></ul>'), [
    '2026-12-05 2026-12-20 event Night harbour',
  ]);
  assert.deepEqual(datesIn('<li>5 ديسمبر 2026 – أمسية في تونس</li>', 'ar'), ['2026-12-05 event أمسية في تونس']);
  assert.deepEqual(datesIn('<li>12 May 2024 <a href="/a">A letter</a></li><li>In 2027 we rest.</li>'), []);
});

test('events, albums and books are read from JSON-LD, but no works of others', () => {
  const found = read(
    script({
      '@type': 'MusicGroup',
      name: 'Low Tide',
      member: [{ '@type': 'OrganizationRole', member: { '@type': 'Person', name: 'Ann Lee' } }, { name: 'Bo' }],
      album: { '@type': 'MusicAlbum', name: 'Ebb', datePublished: '2024-03-15' },
      event: {
        '@type': 'MusicEvent',
        name: 'Low Tide in Brest',
        startDate: '2026-12-12T20:30:00+01:00',
        location: { '@type': 'Place', name: 'La Carène', address: { addressLocality: 'Brest' } },
        offers: { price: 14, priceCurrency: 'EUR' },
      },
    }) +
      script({ '@type': 'Review', itemReviewed: { '@type': 'Book', name: 'X', datePublished: '2020-01-01' } }) +
      script({ '@type': 'Book', name: 'Y', author: { name: 'Somebody' }, datePublished: '2020-01-01' }) +
      '<ul><li>Ann Lee: trombone</li><li>Bored: nobody</li></ul>',
  );
  const guesses = guessCreator(found, ['https://tides.example/']);
  assert.equal(guesses.name.value, 'Low Tide');
  const answers = { name: 'Low Tide', publication: 'Low Tide', oneLiner: '', description: '', language: 'en' };
  const pictures = { logos: [], headshots: [] };
  const { members } = draftCreator(found, answers, { pictures, colours: {}, today });
  assert.deepEqual(members, [{ name: 'Ann Lee', bio: 'trombone' }, { name: 'Bo' }]);
  assert.deepEqual(draftTimeline(found, { names: ['Low Tide'], language: 'en', today }), [
    {
      title: 'Low Tide in Brest',
      date: '2026-12-12',
      kind: 'event',
      description: '14 EUR',
      location: 'La Carène, Brest',
    },
    { title: 'Ebb', date: '2024-03-15', kind: 'release' },
  ]);
});

test('a page without an author is named after its copyright notice, and frames count as pages of the site', () => {
  const found = read(
    '<div>写真家の星野亮太（ほしの・りょうた）は1981年、北海道小樽市生まれ。夜の港と灯台を二十年撮り続けている。</div>' +
      '<p>取材：press@tides.example</p><iframe src="dates.html"></iframe><footer>© 2019–2026 星野亮太</footer>',
  );
  const { name } = guessCreator(found, ['https://tides.example/']);
  assert.deepEqual(name, { value: '星野亮太', from: 'the copyright notice' });
  const answers = { name: name.value, publication: 'P', oneLiner: '', description: '', language: 'ja' };
  const draft = draftCreator(found, answers, { pictures: { logos: [], headshots: [] }, colours: {}, today });
  assert.equal(draft.pronunciation, 'ほしの・りょうた');
  assert.match(draft.bios!.short!, /^写真家の星野亮太/);
  assert.equal(found.pages[0]!.links[0]!.url, 'https://tides.example/dates.html');
});
