// Tests of the parsers of rooms' descriptions and changes, which are untrusted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from 'feedsmith';
import { nexusCreators } from '#domain/documents/nexus.ts';
import type { PublicFacts } from '#domain/room.ts';
import { formatMemberCursor, parseMemberCursor } from './directory.ts';
import { digestFormats } from '#domain/nexus/digest.ts';
import { parseHost, hostsAbove } from './hosts.ts';
import { parseItemChanges } from './item-changes.ts';
import { parseIndex, parseOrigin, parseProfile, tenantIdOf } from './room-profile.ts';
import { membersOpml } from '#domain/nexus/opml.ts';
import { afterFailure, droppedAfterMs, nextAfterAnswer } from './record-visit.ts';
import { creatorTerms, requiredTerms } from '#domain/nexus/terms.ts';
import { parseSearchExpressions } from './search-expressions.ts';

const origin = 'https://room.example';
const hour = 3_600_000;

test('only http(s) origins without a path are accepted as rooms', () => {
  assert.equal(parseOrigin('HTTPS://Room.Example:443/'), origin);
  assert.equal(parseOrigin('http://127.0.0.1:4321'), 'http://127.0.0.1:4321');
  for (const address of ['https://room.example/a', 'https://room.example/?a', 'ftp://room.example', 'data:x', ''])
    assert.equal(parseOrigin(address), undefined, address);
});

test('the id depends on the origin, and no two origins share one', () => {
  assert.match(tenantIdOf(origin), /^room-example-[0-9a-f]{16}$/);
  const others = ['http://room.example', 'https://room-example', 'https://room.example:8443'].map(tenantIdOf);
  assert.equal(new Set([tenantIdOf(origin), ...others]).size, 4);
});

test('addresses at other origins are ignored in an index, except the profile, which is required', () => {
  const index = (endpoints: object) => parseIndex(origin, { name: 'x', version: '1', endpoints });
  assert.deepEqual(index({ profile: '/api/agent/profile', changes: 'https://other.example/', bookingRequest: 'x:' }), {
    profileUrl: `${origin}/api/agent/profile`,
    changesUrl: null,
    bookingRequestUrl: null,
  });
  for (const profile of [
    'http://room.example/p',
    'https://room.example@evil.example/',
    '//evil.example/',
    'x'.repeat(3000),
  ])
    assert.match(index({ profile }) as string, /not an address of this origin/);
  for (const said of [null, [], 'text', {}, { name: 1 }]) assert.equal(typeof parseIndex(origin, said), 'string');
});

test('texts of a profile are shortened to one line without bidirectional controls', () => {
  const facts = parseProfile(origin, {
    name: ` Ann\n\u202e${'x'.repeat(500)}`,
    oneLiner: `a\u0000b\ud800 ${'y '.repeat(5000)}`,
    topics: ['a', 'a', '', ' ', ...Array.from({ length: 1000 }, (_, n) => `topic ${n} ${'z'.repeat(100)}`)],
    indexUpdatedAt: 'yesterday',
    links: { mediaRoom: 'javascript:alert(1)' },
  });
  assert.ok(typeof facts === 'object');
  assert.ok(facts.name.startsWith('Ann x') && facts.name.length <= 120);
  assert.ok(facts.oneLiner.startsWith('ab\ufffd') && facts.oneLiner.length <= 300);
  assert.ok(facts.topics.length <= 24 && facts.topics.every((topic) => topic && topic.length <= 60));
  assert.deepEqual([facts.contentChangedAt, facts.mediaRoomUrl, facts.listed], [undefined, `${origin}/`, true]);
  assert.match(parseProfile(origin, { name: '\u202e' }) as string, /name/);
});

test('shortening a text does not split surrogate pairs', () => {
  for (const start of ['', 'a'])
    assert.ok(
      (parseProfile(origin, { name: start + '\u{1F30A}'.repeat(200) }) as { name: string }).name.isWellFormed(),
    );
});

const item = { change: 'created', id: 'a', type: 'article', title: 'One', url: `${origin}/a`, date: '2026-01-01' };
const page = (items: unknown[]) => parseItemChanges(origin, { items, total: items.length, nextCursor: 'c' });

test('an item that cannot be shown counts as removed, so that its earlier version does not stay', () => {
  const wrong = [
    { ...item, url: 'javascript:alert(1)' },
    { ...item, url: 'https://user@room.example/' },
    { ...item, url: 'https://other.example/a' },
    { ...item, title: '\u202e' },
    { ...item, date: '2026-13-99' },
    { ...item, type: 'virus' },
    { ...item, change: 'retracted' },
  ];
  for (const one of wrong)
    assert.deepEqual([(page([one]) as { removedIds: string[] }).removedIds], [['a']], JSON.stringify(one));
  for (const said of [
    null,
    { items: 'x' },
    { items: [item] },
    { items: [{ ...item, id: '' }], total: 1, nextCursor: 'c' },
  ])
    assert.equal(typeof parseItemChanges(origin, said), 'string');
});

test('ids and cursors with invalid characters are refused', () => {
  for (const bad of ['a\0', 'a\ud800']) {
    assert.deepEqual(page([{ ...item, id: bad }, item]), page([item]));
    assert.equal(typeof parseItemChanges(origin, { items: [], total: 0, nextCursor: bad }), 'string');
    const forged = Buffer.from(JSON.stringify(['nameAsc', bad, bad])).toString('base64url');
    assert.equal(parseMemberCursor('nameAsc', forged), undefined);
  }
});

test('a host is parsed from addresses and patterns, and blocked with its subdomains', () => {
  for (const text of ['bad.example', ' *.Bad.Example ', '.bad.example', 'https://bad.example:8443/x', 'bad.example.'])
    assert.equal(parseHost(text), 'bad.example', text);
  assert.equal(parseHost('bücher.example'), 'xn--bcher-kva.example');
  for (const text of ['', ' ', 'a b', '*.', `${'a'.repeat(254)}.example`])
    assert.equal(parseHost(text), undefined, text);
  assert.deepEqual(hostsAbove('a.bad.example'), ['a.bad.example', 'bad.example', 'example']);
  assert.deepEqual(hostsAbove('192.0.2.1'), ['192.0.2.1']);
  assert.deepEqual(hostsAbove('[2001:db8::1]'), ['[2001:db8::1]']);
});

test('the last of two changes of an item counts', () => {
  const both = page([item, { ...item, title: 'Two' }]) as { changedItems: { title: string }[] };
  assert.deepEqual(
    both.changedItems.map(({ title }) => title),
    ['Two'],
  );
  const retracted = page([item, { change: 'retracted', id: 'a', type: 'article' }]) as {
    changedItems: unknown[];
    removedIds: string[];
  };
  assert.deepEqual([retracted.changedItems, retracted.removedIds], [[], ['a']]);
});

test('terms are complete topics, and words without case and accents', () => {
  const terms = creatorTerms({ name: 'Ann Ríos', oneLiner: 'On tides.', topics: ['High Water'] });
  assert.deepEqual(terms, ['t:highwater', 'w:high', 'w:water', 'w:ann', 'w:rios', 'w:on', 'w:tides']);
  assert.deepEqual(requiredTerms({ topic: 'HIGH WATER', tag: 'high-wáter', keyword: 'RIOS' }), [
    't:highwater',
    'w:rios',
  ]);
  assert.equal(requiredTerms({ keyword: '!' }), undefined);
  const many = creatorTerms({
    name: 'x',
    oneLiner: Array.from({ length: 1000 }, (_, n) => `w${n}`).join(' '),
    topics: [],
  });
  assert.ok(many.length <= 80);
});

test('a cursor is parsed as it was formatted, but only for the same order', () => {
  for (const [order, key] of [
    ['updatedDesc', -1767225600000],
    ['nameAsc', 'ann “quoted”'],
  ] as const) {
    const place = { key, tenantId: 'a-0' };
    assert.deepEqual(parseMemberCursor(order, formatMemberCursor(order, place)), place);
    assert.equal(
      parseMemberCursor(order === 'nameAsc' ? 'updatedDesc' : 'nameAsc', formatMemberCursor(order, place)),
      undefined,
    );
  }
});

test('expression injection: expressions contain only quoted words', () => {
  assert.equal(parseSearchExpressions('the tide" OR *', 'sqlite')!.all, '"tide" *');
  assert.equal(parseSearchExpressions(`rivers & !'maps'`, 'postgres')!.any, `'rivers' | 'maps':*`);
  assert.equal(parseSearchExpressions('the', 'sqlite')!.all, '"the" *');
  assert.equal(parseSearchExpressions('?!', 'sqlite'), undefined);
  assert.equal(parseSearchExpressions(Array.from({ length: 40 }, (_, n) => `w${n}`).join(' '), 'sqlite'), undefined);
});

test('failed visits are repeated less and less often, but at least daily until the member is dropped', () => {
  const pauses = Array.from({ length: 12 }, (_, n) => afterFailure(n + 1, 0, 0, hour, 0.5).nextVisitAt / hour);
  assert.deepEqual(pauses.slice(0, 6), [1, 2, 4, 8, 16, 24]);
  assert.equal(Math.max(...pauses), 24);
  const states = [1, 2, 40].map((failures) => afterFailure(failures, 0, hour, hour, 0.5).status);
  assert.deepEqual(states, ['active', 'stale', 'stale']);
  assert.equal(afterFailure(40, 0, droppedAfterMs, hour, 0.5).status, 'dropped');
  assert.deepEqual(
    [0, 0.5, 1].map((random) => nextAfterAnswer(0, hour, random) / hour),
    [0.8, 1, 1.2],
  );
});

const evil = `<script>alert(1)</script> & "quotes" ]]> \u0001`;
const digested = {
  title: evil,
  url: 'https://a.example/?a=1&b=2',
  date: '2026-01-02',
  summary: evil,
  topics: ['<b>'],
  author: evil,
  authorUrl: 'https://a.example/',
};
const frame = { title: 'Directory', self: `${origin}/digest?format=rss`, page: `${origin}/nexus` };

test('a digest is a valid feed in each format, with untrusted markup as text', () => {
  const all = { ...frame, items: [digested] };
  const json = parseJsonFeed(JSON.parse(digestFormats.json.make(all))) as { items: { title: string; url: string }[] };
  assert.deepEqual([json.items[0]!.title, json.items[0]!.url], [evil, digested.url]);
  const rss = parseRssFeed(digestFormats.rss.make(all)) as {
    items: { link: string; title: string; description: string }[];
  };
  assert.equal(rss.items[0]!.link, digested.url);
  assert.ok(!rss.items[0]!.description.includes('<script'));
  const atom = parseAtomFeed(digestFormats.atom.make(all)) as unknown as { entries: { summary: { value: string } }[] };
  assert.ok(!JSON.stringify(atom.entries[0]).includes('<p><script'));
  for (const { make } of Object.values(digestFormats)) assert.ok(make({ ...frame, items: [] }));
  assert.deepEqual(JSON.parse(digestFormats.json.make({ ...frame, items: [] })).items, []);
});

test('OPML lists every feed, whatever the names of members contain', () => {
  const member = { name: evil, oneLiner: evil, origin, mediaRoomUrl: `${origin}/` };
  const { body } = parseOpml(membersOpml('Directory', `${origin}/digest`, `${origin}/nexus`, [member])) as {
    body: { outlines: { xmlUrl: string }[] };
  };
  assert.deepEqual(
    body.outlines.map(({ xmlUrl }) => xmlUrl),
    [`${origin}/digest?format=rss`, `${origin}/feed.xml`],
  );
});

test('a single room is found by the same terms as in a Nexus', () => {
  const themes = [{ id: 'water', label: 'Water', keywords: ['river'] }];
  const creator = {
    name: 'Ann Ríos',
    publication: 'x',
    oneLiner: 'On tides and the moon.',
    topics: ['High Water'],
    themes,
  };
  const room = { creator, baseUrl: origin } as unknown as PublicFacts;
  const total = (query: object) => nexusCreators(room, '2026-01-01T00:00:00Z', query).total;
  for (const query of [{}, { topic: 'HIGH WATER', tag: 'river' }, { keyword: 'moon RIOS' }])
    assert.equal(total(query), 1, JSON.stringify(query));
  for (const query of [
    { topic: 'high' },
    { tag: 'seas' },
    { keyword: 'moo' },
    { keyword: '?' },
    { keyword: 'ann bob' },
  ])
    assert.equal(total(query), 0, JSON.stringify(query));
});
