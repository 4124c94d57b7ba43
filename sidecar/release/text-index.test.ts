// The full-text index: what it finds, what it must never hold, and that updating it gives the same as rebuilding it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildLists } from '#domain/lists/lists.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { type ParsedQuery, parseQuery } from '#domain/search/query.ts';
import { pricedTexts, roomTexts } from '#domain/search/room-texts.ts';
import { stemmerFor } from '#domain/search/stems.ts';
import { clearIndex, type TextSource, type IndexedText, updateIndex } from '#domain/search/text-index.ts';
import { createTables, roomFile } from './room-db.ts';
import { createDist, withRows } from './test-release.ts';
import { readTextIndex, type TextIndex, textIndexInMemory } from './text-index.ts';
import { itemsInMemory } from './test-items.ts';

const stem = stemmerFor('en');
const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const article = mock.items.find(({ type }) => type === 'article')!;

const itemOf = (id: string, fields: Partial<RoomItem> = {}): RoomItem => ({
  ...article,
  id,
  hash: id,
  title: `Title of ${id}`,
  ...fields,
});
const roomOf = (items: RoomItem[], access: Room['access'] = { enabled: false }): Room => ({ ...mock, items, access });

const bodies: Record<string, string> = {
  a: 'The *tide* table of the harbour.',
  b: 'Tide, tide, tide: nothing but the tide.',
  c: 'Das Mädchen liest die Gezeitentafel. 潮汐表を読む。',
};
const room = roomOf(Object.keys(bodies).map((id) => itemOf(id)));
const bodyOf = ({ id }: RoomItem) => bodies[id]!;

const listed = (of: Room) => itemsInMemory(buildLists(of).contentIndex);
const indexOf = (of: Room = room) => textIndexInMemory(roomTexts(of, bodyOf), listed(of), 'en');
const found = (query: string, index = indexOf(), of: Room = room) =>
  index
    .rank(index.expressions(parseQuery(query, 'en') as ParsedQuery).all, 10)
    .best.map(({ position }) => of.items[position]!.id);

test('words are found whatever their case and accents, phrases as they stand, the last word by its beginning', () => {
  assert.deepEqual(found('TIDE'), ['b', 'a']);
  assert.deepEqual(found('"tide table"'), ['a']);
  assert.deepEqual(found('madchen'), ['c']);
  assert.deepEqual(found('gezei'), ['c']);
  assert.deepEqual(found('"gezei"'), []);
  assert.deepEqual(found('潮汐'), ['c']);
  assert.deepEqual(found('汐潮'), []);
});

test('a power is found however it is written, and not as one number; so is a subscript', () => {
  const numbers = roomOf([itemOf('a'), itemOf('b')]);
  const text = 'It took 10⁶ samples of CO₂ in 1½ days.';
  const index = textIndexInMemory(
    roomTexts(numbers, ({ id }) => (id === 'b' ? text : bodies.a!)),
    listed(numbers),
    'en',
  );
  for (const query of ['10⁶', '10^6', 'CO2 samples', 'CO₂ samples', '"10⁶ samples"'])
    assert.deepEqual(found(query, index, numbers), ['b'], query);
  for (const query of ['106', '"106 samples"', '11', '112']) assert.deepEqual(found(query, index, numbers), [], query);
  assert.equal(index.candidate(1).texts.body, text);
});

test('wide letters and digits are found as usual ones, and shown as they were written', () => {
  const wide = roomOf([itemOf('a'), itemOf('b')]);
  const of = ({ id }: RoomItem) => (id === 'b' ? 'パピヨン２匹とＨＢの鉛筆。' : bodies.a!);
  const index = textIndexInMemory(roomTexts(wide, of), listed(wide), 'ja');
  for (const query of ['２匹', '2匹', '"２匹"', '"2匹"', 'ＨＢの鉛筆', 'HB', 'ｈｂ'])
    assert.deepEqual(found(query, index, wide), ['b'], query);
  assert.equal(index.candidate(1).texts.body, 'パピヨン２匹とＨＢの鉛筆。');
});

test('a deleted text leaves no word in the file', async (t) => {
  const dist = createDist(t);
  const words = ['quixotic', 'embargoed', 'zephyrs'];
  const of = ({ id }: RoomItem) => (id === 's' ? words.join(' ').repeat(300) : bodies[id]!);
  const both = roomTexts(roomOf([...room.items, itemOf('s')]), of);
  withRows(dist, (db) => updateIndex(db, 'free', both, stem));
  withRows(dist, (db) =>
    updateIndex(
      db,
      'free',
      both.filter(({ id }) => id !== 's'),
      stem,
    ),
  );
  const bytes = await readFile(roomFile(dist));
  assert.ok(!existsSync(`${roomFile(dist)}-wal`));
  for (const word of words) assert.ok(!bytes.includes(word), word);
});

test('a word in the title weighs more than in the text', () => {
  const titled = roomOf([itemOf('a'), itemOf('b', { title: 'A harbour' })]);
  const of = (item: RoomItem) => (item.id === 'b' ? 'Nothing.' : bodies.a!);
  const index = textIndexInMemory(roomTexts(titled, of), listed(titled), 'en');
  assert.deepEqual(found('harbour', index, titled), ['b', 'a']);
});

test('the best are the same whether few or many are asked for, and all are counted', () => {
  const many = roomOf(Array.from({ length: 60 }, (_, n) => itemOf(`i${n}`, { summary: 'tide '.repeat(1 + (n % 7)) })));
  const index = textIndexInMemory(
    roomTexts(many, () => ''),
    listed(many),
    'en',
  );
  const all = index.rank('"tide"', 60);
  assert.equal(all.total, 60);
  for (const most of [1, 5, 17, 59])
    assert.deepEqual(index.rank('"tide"', most), { ...all, best: all.best.slice(0, most) });
  const some = index.rank('"tide"', 60, (position) => position % 10 === 0);
  assert.equal(some.total, 6);
});

test('a word finds its other forms and what it is filed under; misspelt, it is put right', () => {
  const filed = roomOf([
    itemOf('a', { themeIds: [] }),
    itemOf('b', { themeIds: ['mock'], keywords: ['Self-Hosting'] }),
  ]);
  const index = textIndexInMemory(
    roomTexts(filed, ({ id }) => (id === 'a' ? 'Café tables in the harbours, after a break, to read.' : '')),
    listed(filed),
    'en',
  );
  assert.deepEqual(found('harbour', index, filed), ['a']);
  assert.deepEqual(found('"harbour"', index, filed), []);
  assert.deepEqual(found('mocking data', index, filed), ['b']);
  assert.deepEqual(found('selfhosting', index, filed), []);
  assert.deepEqual(found('self hosted', index, filed), ['b']);
  const nearest = (word: string) => index.nearest(word);
  assert.deepEqual(['harbuors', 'tabels', 'caffe', 'bread', 'tablecloth', 'ab'].map(nearest), [
    'harbours',
    'tables',
    'café',
    undefined,
    undefined,
    undefined,
  ]);
  // The first letter too: another one, none, doubled, changed with the next.
  for (const word of ['narbours', 'arbours', 'hharbours', 'ahrbours']) assert.equal(nearest(word), 'harbours', word);
  assert.equal(nearest('dread'), undefined);
});

test('a text that has a price is not even read: no word of it is found', () => {
  const priced = roomOf(room.items, { enabled: true, prices: { 'article:a': 21 } });
  const read: string[] = [];
  const texts = roomTexts(priced, (item) => {
    read.push(item.id);
    return bodyOf(item);
  });
  const index = textIndexInMemory(texts, listed(priced), 'en');
  assert.deepEqual(read, ['b', 'c']);
  assert.deepEqual(found('harbour', index), []);
  assert.deepEqual(found('"title of a"', index), ['a']);
  assert.equal(index.itemsWith('harbour'), 0);
});

test('the index of texts that have a price has them whole, and no other', () => {
  const priced = roomOf(room.items, { enabled: true, prices: { 'article:a': 21 } });
  const { items } = priced;
  const index = textIndexInMemory(pricedTexts(priced, items, bodyOf), listed(priced), 'en');
  assert.deepEqual([found('harbour', index), found('tide', index)], [['a'], ['a']]);
  assert.equal(index.candidate(0).texts.body, 'The tide table of the harbour.');
  assert.deepEqual(pricedTexts(roomOf(items), items, bodyOf), []);
});

test('the price of articles is none of recordings', () => {
  const recorded = roomOf([itemOf('a', { type: 'episode' }), itemOf('b')], { enabled: true, prices: { articles: 21 } });
  const index = textIndexInMemory(roomTexts(recorded, bodyOf), listed(recorded), 'en');
  assert.deepEqual(found('tide', index), ['a']);
});

test('items hidden from the API are not found, and texts that no page shows have no page', () => {
  const hidden = roomOf([itemOf('a', { hiddenOn: ['api'] }), itemOf('b', { hiddenOn: ['mediaRoom'] })]);
  const index = textIndexInMemory(roomTexts(hidden, bodyOf), listed(hidden), 'en');
  assert.equal(index.rank('"tide"', 10).total, 1);
  assert.equal(index.marked('"tide"', 0).pageUrl, undefined);
  assert.equal(indexOf().marked('"tide"', 0).pageUrl, 'https://room.example/articles/a');
});

const textOf = (id: string, body: string, version = 1): TextSource => {
  const key = `${id} ${version}`;
  const text = (): IndexedText => ({
    id,
    key,
    hasPage: true,
    title: `Title ${id}`,
    themes: '',
    people: '',
    summary: '',
    body,
    transcript: [
      { start: 0, end: 4.5, text: `spoken ${id}`, speaker: 'A guest' },
      { start: 4.5, end: 6, text: 'more' },
    ],
    origin: { author: 'Ann', voices: {} },
  });
  return { id, key, text };
};

function openEmpty(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  createTables(database);
  return database;
}

test('an updated index ranks like a rebuilt one, and reads only what changed', () => {
  const before = Array.from({ length: 40 }, (_, n) => textOf(`i${n}`, `tide ${'table '.repeat(n % 5)}`));
  const changed = [3, 7].map((n) => textOf(`i${n}`, 'tide, altered', 2));
  const after = [...before.filter((_, n) => ![3, 7, 11].includes(n)), ...changed, textOf('new', 'a new tide')];
  const grown = openEmpty();
  const anew = openEmpty();
  updateIndex(grown, 'free', before, stem);
  const read: string[] = [];
  const watched = after.map((one) => {
    const text = () => {
      read.push(one.id);
      return one.text();
    };
    return { ...one, text };
  });
  updateIndex(grown, 'free', watched, stem);
  updateIndex(anew, 'free', after, stem);
  assert.deepEqual(read.sort(), ['i3', 'i7', 'new']);
  const items = itemsInMemory(after.map(({ id }) => ({ ...buildLists(room).contentIndex[0]!, id })));
  const [one, other] = [grown, anew].map((database) => readTextIndex(database, 'free', items, 'en')) as [
    TextIndex,
    TextIndex,
  ];
  for (const expression of ['"tide"', '"tide" OR "table"', '"altered"', '"new" *', '"spoken i3"'])
    assert.deepEqual(one.rank(expression, 50), other.rank(expression, 50), expression);
  assert.equal(one.rank('"i11"', 1).total, 0);
  for (const { id } of after) assert.equal(one.keyOf(id), other.keyOf(id));
  assert.deepEqual(one.candidate(0), other.candidate(0));
  assert.deepEqual(one.candidate(0).segments, [
    [0, 0, 4.5, 'A guest'],
    [10, 4.5, 6],
  ]);
});

test('an index that was emptied, because other code made it, takes the same texts again', () => {
  const database = openEmpty();
  updateIndex(database, 'free', [textOf('a', 'tide'), textOf('b', 'tide')], stem);
  clearIndex(database, 'free');
  let read = 0;
  const again = textOf('a', 'tide');
  updateIndex(database, 'free', [{ ...again, text: () => (read++, again.text()) }], stem);
  assert.equal(read, 1);
  const count = (expression: string) =>
    database.prepare('select count(*) as n from freeIndex where freeIndex match ?').get(expression);
  assert.equal(count('"tide"')!.n, 1);
  updateIndex(database, 'free', [], stem);
  assert.equal(count('"tide"')!.n, 0);
});

test('an item that the content index does not have is never given', () => {
  const database = openEmpty();
  updateIndex(database, 'free', [textOf('a', 'tide'), textOf('secret', 'tide')], stem);
  const items = itemsInMemory([{ ...buildLists(room).contentIndex[0]!, id: 'a' }]);
  assert.deepEqual(readTextIndex(database, 'free', items, 'en').rank('"tide"', 10).total, 1);
});

test('query syntax injection: no text that is sent makes the index fail', () => {
  const index = indexOf();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const result = parseQuery(query, 'en');
      if (typeof result === 'object') {
        const { all, any } = index.expressions(result);
        for (const expression of [all, any]) index.rank(expression, 10);
        for (const { words } of result) index.nearest(words[0]!);
      }
    }),
  );
});
