import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugify } from './ids.ts';
import { formatItemFile, parseItemFile } from './items/item-file.ts';
import { renderMarkdown } from './text/markdown.ts';
import { toRoomItem } from './items/to-room-item.ts';
import { itemDay, shorten, timelineItems } from './room.ts';
import { sandboxRoom } from './sandbox.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });

test('a slug is lower-case ASCII, cut between words, never empty', () => {
  assert.equal(slugify('Ünder the Sea & back!'), 'under-the-sea-back');
  assert.equal(slugify('日本語'), 'item');
  assert.ok(slugify('word '.repeat(50)).length <= 60);
});

test('an item file is parsed to the same item', () => {
  const item = { ...room.items[0]!, title: 'Yes: "no" # 2026-01-01', keywords: ['2026', 'no', 'null'] };
  const read = parseItemFile(formatItemFile({ item, body: 'A body\n---\nwith a line' }));
  assert.deepEqual(read, { item, body: 'A body\n---\nwith a line' });
});

test('text is cut between words', () => {
  assert.equal(shorten('one two three', 9), 'one two…');
  assert.equal(shorten('short', 10), 'short');
});

test('markdown never becomes a script, and pictures of the room get its address', () => {
  const html = renderMarkdown('<script>x</script> [a](javascript:alert(1)) ![p](media/p.webp)\n\n# Head', room.baseUrl);
  assert.doesNotMatch(html, /<script|href="javascript/);
  assert.match(html, /src="https:\/\/room\.example\.org\/media\/p\.webp"/);
  assert.match(html, /<h2>Head<\/h2>/);
});

test('an invalid language in a file is ignored', () => {
  const of = (language: string) => toRoomItem({ item: { ...room.items[0]!, language }, body: '' }, '', room.creator);
  assert.deepEqual([of('de_at').language, 'language' in of('klingon!')], ['de-AT', false]);
});

test('another name of the creator counts as theirs', () => {
  const creator = { ...room.creator, name: 'Ada Nowak', otherNames: ['Ada Öl'] };
  const of = (author: string, guest: string) => {
    const item = { ...room.items[0]!, author, persons: [{ name: guest, role: 'host' }] };
    const { author: shown, persons } = toRoomItem({ item, body: '' }, '', creator);
    return [shown, persons![0]!.name];
  };
  assert.deepEqual(of('ada  ol', 'Ada Öl'), [undefined, 'Ada Nowak']);
  assert.deepEqual(of('Ada Nowak', 'Bea Öl'), [undefined, 'Bea Öl']);
  assert.deepEqual(of('Bea Öl', 'Ada Nowak'), ['Bea Öl', 'Ada Nowak']);
});

test('an entry of timeline.json becomes an item whose id does not depend on its text', () => {
  const entry = { title: 'A talk', date: '2026-05-01', kind: 'talk' as const };
  const [first] = timelineItems({ entries: [entry] }, '2026-01-01');
  const [second] = timelineItems({ entries: [{ ...entry, description: 'More' }] }, '2026-01-01');
  assert.equal(first!.id, second!.id);
  assert.equal(first!.approvedAt, '2026-01-01T00:00:00Z');
});

test('an item has the day of its source, and its time in UTC', () => {
  const of = (date: string) => toRoomItem({ item: { ...room.items[0]!, date }, body: '' }, '', room.creator);
  for (const [written, day, date] of [
    ['2026-05-01T21:09:00-03:00', '2026-05-01', '2026-05-02T00:09:00Z'],
    ['2026-05-01T00:10:00+09:00', '2026-05-01', '2026-04-30T15:10:00Z'],
    ['2026-05-01T23:30:00Z', '2026-05-01', '2026-05-01T23:30:00Z'],
  ] as const)
    assert.deepEqual([itemDay(of(written)), of(written).date], [day, date]);
});
