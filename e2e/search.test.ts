// Search and the checking of quotes, as an agent uses them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'cheerio';
import { creator, idOf, itemFile, pricedText, testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

interface Snippet {
  field: string;
  text: string;
  matches: { start: number; end: number }[];
  anchor?: string;
}
interface Results {
  query: string;
  matched: string;
  notFound?: string[];
  didYouMean?: string;
  items: { id: string; type: string; score: number; snippets: Snippet[] }[];
  count: number;
  total: number;
  _sandbox?: boolean;
}
interface Verdict {
  reason?: string;
  uncheckedTexts?: number;
  verdict: string;
  matches: { itemId: string; actual: string; textFragmentUrl?: string; position: { start: number; end: number } }[];
}

const letter = `# The *long* letter

The water you can see is **not** the water that closes the [road](https://example.org/). Half-way along stands a hut - small, comma, & odd.

- Crème brûlée at the café
- Nothing else

> People think I guard a road. I don’t. I guard a time, and the road happens to be inside it.`;

const article = {
  id: idOf('letter', 30),
  type: 'article',
  title: 'A letter',
  date: '2026-04-02T10:00:00Z',
  keywords: ['sea'],
};
const episode = {
  id: idOf('hut', 31),
  type: 'episode',
  title: 'The hut',
  date: '2026-04-03T10:00:00Z',
  audioUrl: 'https://example.org/b.mp3',
};
const unlisted = {
  id: idOf('quiet', 32),
  type: 'article',
  title: 'Quiet',
  date: '2026-04-04T10:00:00Z',
  hiddenOn: ['mediaRoom'],
};
const secret = {
  id: idOf('hidden', 33),
  type: 'article',
  title: 'Hidden',
  date: '2026-04-05T10:00:00Z',
  hiddenOn: ['api'],
};
const arabic = { ...secret, id: idOf('manara', 90), title: 'المنارة', hiddenOn: [] };

let room: RunningRoom;
before(async () => {
  const content = await testContent({
    'creator.json': JSON.stringify({
      ...creator,
      language: 'en-GB',
      bios: { short: 'She was born in a lighthouse near Tartu and mends clocks on Sundays.' },
      stats: [{ label: 'Readers of the almanac', value: 23400, asOf: '2026-04-01' }],
    }),
    [`published/${article.id}.md`]: itemFile(article, letter),
    [`published/${episode.id}.md`]: itemFile(episode, 'Notes on the hut: a bench, a blanket, and visitors.'),
    [`published/${unlisted.id}.md`]: itemFile(unlisted, 'A hut that no page shows.'),
    [`published/${arabic.id}.md`]: itemFile(arabic, 'A lamp without a wick.'),
    [`published/${secret.id}.md`]: itemFile(secret, 'A hut that the API must not show.'),
  });
  room = await startRoom(content, { RATES: 'search=1000,quote=1000' });
});
after(() => room.stop());

const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${room.baseUrl}/api/agent/search?${query}`, { headers });
const search = async (query: string): Promise<Results> => (await ask(query)).json() as Promise<Results>;
const names = async (query: string) => (await search(query)).items.map(({ id }) => id.replace(/-\d{8}$/, ''));
const verify = async (text: string): Promise<Verdict> =>
  (await postJson(room, '/api/agent/verify-quote', { text })).json() as Promise<Verdict>;

test('titles, summaries and texts of every type are searched; what is hidden from the API is not', async () => {
  assert.deepEqual((await names('q=hut')).sort(), ['hut', 'letter', 'quiet']);
  assert.deepEqual(await names('q=first+river'), ['first-river']);
  assert.deepEqual(await names('q=bench+blanket'), ['hut']);
  assert.deepEqual(await names('q=%22must+not+show%22'), []);
});

test('accents and case do not matter, phrases are respected, and the last word may be incomplete', async () => {
  assert.deepEqual(await names('q=CREME+bru'), ['letter']);
  assert.deepEqual(await names('q=%22the+road+closes%22'), []);
  assert.deepEqual(await names('q=%22closes+the+road%22'), ['letter']);
});

test('every form of a word is found, and near spellings are offered', async () => {
  assert.deepEqual(await names('q=letters+cafes'), ['letter']);
  assert.deepEqual(await names('q=visitor+benches'), ['hut']);
  const typo = await search('q=blankte+visiters');
  assert.deepEqual([typo.matched, typo.items, typo.notFound], ['none', [], ['blankte', 'visiters']]);
  assert.equal(typo.didYouMean, 'blanket visitors');
  assert.deepEqual(await names(`q=${typo.didYouMean}`), ['hut']);
  const half = await search('q=blankte+bench');
  assert.deepEqual([half.matched, half.notFound, half.didYouMean], ['any', ['blankte'], 'blanket bench']);
  const nothing = await search('q=xylophone');
  assert.deepEqual([nothing.matched, nothing.total, nothing.didYouMean], ['none', 0, undefined]);
});

test('question words are left out, in English and in the language of the room', async () => {
  assert.deepEqual(await names('q=what+do+you+say+about+the+blanket?'), ['hut']);
});

test('themes are searched by their labels', async () => {
  assert.deepEqual((await names('q=water+letter')).slice(0, 1), ['letter']);
  assert.ok((await names('q=water')).includes('first-river'));
});

test('the page offers corrections, types and years with results, and titles in their own direction', async () => {
  const at = async (query: string) => load(await (await fetch(`${room.baseUrl}/search?${query}`)).text());
  const typo = await at('q=blankte');
  assert.match(typo('#results').text(), /Did you mean blanket\?/);
  assert.equal(typo('#results .notice a').attr('href'), '/search?q=blanket');
  const $ = await at('q=river+OR+tides+sea');
  const links = $('#results .choices a')
    .map((_, link) => $(link).text())
    .toArray();
  assert.ok(links.includes('All') && links.some((text) => /^Episode \(\d+\)$/.test(text)), links.join());
  const episodes = await at('q=tides&type=episode&year=2026');
  assert.equal(
    episodes('#results .choices a[aria-current]')
      .map((_, link) => episodes(link).text())
      .toArray().length,
    2,
  );
  assert.equal((await at('q=wick'))('#results .row-title').attr('dir'), 'rtl');
  assert.equal((await at('q=tides&year=2019'))('#results ol.rows li').length, 0);
});

test('items with any of the words are found if none has all of them', async () => {
  const { matched, items } = await search('q=blanket+unheard-of');
  assert.deepEqual([matched, items.map(({ id }) => id)], ['any', [episode.id]]);
  assert.equal((await search('q=blanket+bench')).matched, 'all');
});

test('filters are those of the content index', async () => {
  assert.deepEqual(await names('q=hut&type=episode'), ['hut']);
  assert.deepEqual((await names('q=hut&types=article,episode')).length, 3);
  assert.deepEqual(await names('q=hut&tag=SEA'), ['letter']);
  assert.deepEqual(await names('q=hut&dateTo=2026-04-02'), ['letter']);
  assert.deepEqual(await names('q=hut&dateFrom=2026-04-04'), ['quiet']);
  assert.deepEqual((await names('q=hut&year=2026')).length, 3);
  assert.deepEqual(await names('q=hut&year=2025'), []);
  assert.equal((await ask('q=hut&year=last')).status, 400);
});

test('limit and offset select from the ranked list, and total counts all matches', async () => {
  const all = await search('q=hut');
  const second = await search('q=hut&limit=1&offset=1');
  assert.deepEqual(second.items, [all.items[1]]);
  assert.deepEqual([second.count, second.total], [1, 3]);
  const scores = all.items.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

/** The text of each block of a page, white space as it is seen. */
async function blocksOf(url: string): Promise<string[]> {
  const $ = load(await (await fetch(url.split('#')[0]!)).text());
  return $('h1, h2, h3, p, li, blockquote p')
    .toArray()
    .map((element) => $(element).text().replace(/\s+/g, ' ').trim());
}

async function assertVerbatim({ text, matches, anchor }: Snippet): Promise<void> {
  for (const { start, end } of matches) assert.match(text.slice(start, end), /^[\p{L}\p{N}][^.]*$/u);
  if (!anchor) return;
  const blocks = await blocksOf(anchor);
  const parts = anchor
    .split(':~:text=')[1]!
    .split(',')
    .map((part) => decodeURIComponent(part.replace(/-$/, '')));
  for (const part of parts)
    assert.ok(
      blocks.some((block) => block.includes(part)),
      `${part} on ${anchor}`,
    );
}

test('snippets are verbatim, and every anchor names words that the page shows in one block', async () => {
  for (const query of [
    'hut',
    'road',
    'crème',
    'letter',
    'bench',
    'water closes',
    '"small comma"',
    'some text',
    'talk',
  ]) {
    for (const { id, snippets } of (await search(`q=${encodeURIComponent(query)}`)).items) {
      assert.ok(snippets.length > 0, id);
      for (const snippet of snippets) await assertVerbatim(snippet);
    }
  }
});

test('a text that no page shows has no anchor', async () => {
  const { items } = await search('q=%22no+page%22');
  assert.equal(items[0]!.snippets[0]!.anchor, undefined);
  assert.equal((await verify('A hut that no page shows.')).matches[0]!.textFragmentUrl, undefined);
});

test('paywall: no word of a text that has a price is found, shown or confirmed', async () => {
  assert.deepEqual(await names(`q=${encodeURIComponent(`"${pricedText}"`)}`), []);
  assert.ok(!(await names('q=words+paid')).includes('priced'));
  const { items } = await search('q=priced');
  assert.deepEqual(
    items.map(({ id }) => id),
    [idOf('priced', 10)],
  );
  assert.ok(!JSON.stringify(items).includes('paid for'));
  const priced = await verify(pricedText);
  assert.deepEqual([priced.verdict, priced.reason, priced.matches], ['not_checked', 'l402_required', []]);
  assert.equal(priced.uncheckedTexts, 1);
  assert.equal((await verify('The free summary.')).verdict, 'exact');
  assert.equal(
    (await verify('A hut that the API must not show.')).matches.filter(({ itemId }) => itemId === secret.id).length,
    0,
  );
});

test('a question that cannot be answered is refused with the field and the reason', async () => {
  const many = Array.from({ length: 17 }, (_, n) => `w${n}`).join('+');
  const cases: [query: string, reason?: string][] = [
    [''],
    ['q='],
    [`q=${'x'.repeat(201)}`],
    ['q=%22%22', 'no_words'],
    ['q=the+of', 'stop_words'],
    [`q=${many}`, 'too_many_words'],
  ];
  for (const [query, reason] of cases) {
    const response = await ask(query);
    assert.equal(response.status, 400, query);
    const { error } = (await response.json()) as { error: { details: { field: string; reason?: string } } };
    assert.deepEqual([error.details.field, error.details.reason], ['q', reason], query);
  }
  for (const query of ['q=hut&limit=51', 'q=hut&limit=0', 'q=hut&type=song', 'q=hut&dateFrom=soon'])
    assert.equal((await ask(query)).status, 400, query);
});

test('query syntax injection: operators and broken quotes are words', async () => {
  for (const query of [
    '"',
    'hut"',
    'NEAR(hut',
    'hut AND',
    'title:hut',
    'hut*^',
    "'; drop table texts; --",
    'hut\u0000',
    '((((',
  ])
    assert.ok([200, 400].includes((await ask(`q=${encodeURIComponent(query)}`)).status), query);
  assert.ok((await names('q=hut')).length === 3);
});

test('equal queries have equal bytes and their own validator', async () => {
  const one = await ask('q=hut');
  const again = await ask('q=hut');
  const other = await ask('q=hut&limit=1');
  assert.equal(await one.text(), await again.text());
  const etag = one.headers.get('etag')!;
  assert.notEqual(other.headers.get('etag'), etag);
  assert.equal((await ask('q=hut', { 'if-none-match': etag })).status, 304);
  assert.equal(one.headers.get('cache-control'), 'no-cache');
});

test('the sandbox searches mock data', async () => {
  const { _sandbox, items, total } = await search('q=sandbox+article&sandbox=1');
  assert.deepEqual([_sandbox, total], [true, 2]);
  assert.ok(items.every(({ id }) => id.startsWith('sandbox-')));
});

test('a quote is exact, near or not found, with its location', async () => {
  const exact = await verify('"people think I guard a road. I don\'t."');
  assert.deepEqual([exact.verdict, exact.matches[0]!.itemId], ['exact', article.id]);
  assert.equal(exact.matches[0]!.actual, 'People think I guard a road. I don’t');
  assert.match(
    exact.matches[0]!.textFragmentUrl!,
    /#:~:text=People%20think%20I%20guard%20a%20road\.%20I%20don%E2%80%99t$/,
  );
  const near = await verify('The water you can see is the water that closes the road.');
  assert.deepEqual([near.verdict, near.matches.length], ['near', 1]);
  const nowhere = await verify('Nobody ever said anything of the kind.');
  assert.deepEqual([nowhere.verdict, nowhere.matches], ['not_checked', []]);
});

test('texts about the creator are searched and quoted like those of an item', async () => {
  const results = (await search('q=born+lighthouse')) as Results & { about: { text: string; url: string }[] };
  assert.equal(results.about[0]!.text, 'She was born in a lighthouse near Tartu and mends clocks on Sundays.');
  assert.equal(results.about[0]!.url, `${room.baseUrl}/media-kit`);
  const verdict = (await verify('born in a lighthouse near Tartu')) as Verdict & { total: number };
  assert.deepEqual([verdict.verdict, verdict.total], ['exact', 1]);
  const { itemId, textFragmentUrl } = verdict.matches[0]!;
  assert.equal(itemId, undefined);
  assert.match(textFragmentUrl!, /\/media-kit#:~:text=/);
  const page = load(await (await fetch(`${room.baseUrl}/search?q=born+lighthouse`)).text());
  assert.match(page('main').text(), /mends clocks on Sundays/);
  const response = await fetch(
    `${room.baseUrl}/ask?query=${encodeURIComponent('How many readers does the almanac have?')}`,
  );
  assert.match(await response.text(), /23400|23,400/);
});

test('a quote that is too short, too long, or only signs is refused', async () => {
  for (const text of ['short', 'x'.repeat(2001), '?!'.repeat(20), 7, undefined]) {
    const response = await postJson(room, '/api/agent/verify-quote', { text });
    assert.equal(response.status, 400, String(text));
    const { error } = (await response.json()) as { error: { details: { field: string } } };
    assert.equal(error.details.field, 'text');
  }
});
