// Tests planned items in lists: they are last, marked, and have their day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveMarkdown, timelineMarkdown } from '../release/markdown/sections.ts';
import { listPages } from '../release/pages.ts';
import { titleDocuments } from '../release/titles.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { archiveView } from './archive.ts';
import { timelineView } from './timeline.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const model = room.items.find(({ type }) => type === 'article')!;
const articles = Array.from({ length: 14 }, (_, i): RoomItem => {
  return { ...model, id: `a-${i}`, hash: `h${i}`, date: `2020-01-${28 - i}T00:00:00Z` };
});
const ahead = (item: RoomItem, date: string, title: string): RoomItem => {
  return { ...item, id: title.toLowerCase().replaceAll(' ', '-'), date, title, hash: title, isPlanned: true };
};

test('planned items come after all current ones in archives, on pages, in Markdown and in data', () => {
  const planned = [
    ahead(model, '2027-05-03T07:00:00Z', 'In spring'),
    ahead(model, '2027-01-04T07:00:00Z', 'In winter'),
  ];
  const made: Room = { ...room, items: [...planned, ...articles] };
  const page = listPages(made, '').find(({ path }) => path === '/articles');
  const { groups, head } = archiveView(made, page!);
  assert.deepEqual(
    groups.map(({ id, title, entries }) => [id, title, entries.length]),
    [
      ['year-2020', '2020', 14],
      ['planned', 'Upcoming', 2],
    ],
  );
  assert.deepEqual(
    groups.at(-1)!.entries.map(({ title, facts }) => [title, facts.some((fact) => fact.startsWith('Scheduled for '))]),
    [
      ['In winter', true],
      ['In spring', true],
    ],
  );
  const [list] = head.jsonLd!['@graph'] as [{ itemListElement: { name: string }[] }];
  assert.equal(list.itemListElement.at(-1)!.name, 'In spring');
  assert.match(
    archiveMarkdown(made, page!),
    /\n- Scheduled for 2027-01-04: [^\n]+\n- Scheduled for 2027-05-03: [^\n]+\n$/,
  );
  const lines = titleDocuments(made).flatMap(({ path, body }) =>
    /\d\.json$/.test(path) ? (JSON.parse(body()) as string[][]) : [],
  );
  assert.deepEqual(
    lines.filter(([, , , , state]) => state).map(([title, , , , state]) => [title, state]),
    [
      ['In spring', 'Upcoming'],
      ['In winter', 'Upcoming'],
    ],
  );
});

test('the timeline shows what is planned last, under a heading of its own, with the year', () => {
  const past = room.items.find(({ type }) => type === 'timeline')!;
  const talk = ahead({ ...past, kind: 'talk', endDate: '2027-05-04T00:00:00Z' }, '2027-05-03T00:00:00Z', 'A talk');
  const made: Room = { ...room, items: [talk, past] };
  const { groups, head } = timelineView(made);
  assert.deepEqual(groups.map(({ id }) => id).at(-1), 'planned');
  assert.deepEqual(
    groups.at(-1)!.happenings.map(({ title, day: shown }) => [title, shown.text.includes('2027')]),
    [['A talk', true]],
  );
  const [list] = head.jsonLd!['@graph'] as [{ itemListElement: { name: string }[] }];
  assert.equal(list.itemListElement.at(-1)!.name, 'A talk');
  assert.match(timelineMarkdown(made), /## Planned\n\n- 2027-05-03 to 2027-05-04 talk: A talk[^#]*$/);
});
