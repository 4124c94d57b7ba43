import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '../sandbox.ts';
import type { RoomItem } from '../room.ts';
import { currentFirst, currentItems, plannedItems, type ItemPhase, phaseAt, withPhases } from './phases.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const date = '2026-05-01T10:00:00Z';
const cases: [why: string, item: Partial<RoomItem> & Pick<RoomItem, 'type'>, ItemPhase][] = [
  ['an episode of next year is planned', { type: 'episode', date: '2027-05-01T10:00:00Z' }, 'planned'],
  ['an article of this minute is published', { type: 'article', date: '2026-05-01T12:00:00Z' }, 'published'],
  ['a talk of next week is planned', { type: 'timeline', date: '2026-05-08T00:00:00Z' }, 'planned'],
  [
    'an event is current until its last day is over',
    { type: 'timeline', kind: 'event', date: '2026-04-30T00:00:00Z', endDate: '2026-05-01T00:00:00Z' },
    'published',
  ],
  [
    'an event whose end has passed is over',
    { type: 'timeline', kind: 'event', date, startsAt: date, endsAt: '2026-05-01T11:00:00Z' },
    'ended',
  ],
  ['an award is never over', { type: 'timeline', kind: 'award', date: '2025-05-01T10:00:00Z' }, 'published'],
  [
    'a stream is planned until its start, whatever its source says',
    { type: 'stream', date, startsAt: '2026-05-01T13:00:00Z', status: 'live' },
    'planned',
  ],
  [
    'a stream is live between its start and its end',
    { type: 'stream', date, startsAt: date, endsAt: '2026-05-01T13:00:00Z', status: 'live' },
    'live',
  ],
  [
    'a stream whose source still says that it is to come is live',
    { type: 'stream', date, startsAt: date, endsAt: '2026-05-01T13:00:00Z', status: 'upcoming' },
    'live',
  ],
  [
    'a stream without a state is live between its times',
    { type: 'stream', date, startsAt: date, endsAt: '2026-05-01T13:00:00Z' },
    'live',
  ],
  [
    'an end that has passed counts more than the source',
    { type: 'stream', date, startsAt: date, endsAt: '2026-05-01T11:00:00Z', status: 'live' },
    'ended',
  ],
  [
    'a length that has passed is an end',
    { type: 'stream', date, startsAt: date, durationSeconds: 3600, status: 'live' },
    'ended',
  ],
  ['a stream without an end is live for some hours', { type: 'stream', date, startsAt: date, status: 'live' }, 'live'],
  [
    'a stream without an end is not live for days',
    { type: 'stream', date: '2026-04-30T10:00:00Z', status: 'live' },
    'ended',
  ],
  [
    'a stream that its source has ended early is over',
    { type: 'stream', date, startsAt: date, endsAt: '2026-05-01T13:00:00Z', status: 'ended' },
    'ended',
  ],
];
for (const [why, item, standing] of cases)
  test(why, () => assert.equal(phaseAt({ date, ...item }, now).phase, standing));

const some = sandboxRoom({ baseUrl: 'https://room.example.org' }).items.filter(({ type }) => type === 'article');
const dated = (id: string, at: string): RoomItem => ({ ...some[0]!, id, date: at, hash: id });

test('planned items come last, the next one first, and become current when they are due', () => {
  const items = [
    dated('far', '2027-01-01T00:00:00Z'),
    dated('next', '2026-06-01T00:00:00Z'),
    dated('new', '2026-04-02T00:00:00Z'),
    dated('old', '2026-04-01T00:00:00Z'),
  ];
  const idsOf = (list: RoomItem[]) => list.map(({ id }) => id);
  const before = withPhases(items, now);
  assert.equal(before.until, Date.parse('2026-06-01T00:00:00Z'));
  assert.deepEqual(idsOf(currentFirst(before.items)), ['new', 'old', 'next', 'far']);
  assert.deepEqual(idsOf(plannedItems(before.items)), ['next', 'far']);
  const after = withPhases(items, before.until);
  assert.deepEqual(idsOf(currentItems(after.items)), ['next', 'new', 'old']);
  assert.notEqual(after.items[1]!.hash, before.items[1]!.hash);
  assert.equal(after.items[1], items[1]);
});

test('an event is past after its end, unless it was cancelled', () => {
  const event = (status?: RoomItem['status']): RoomItem => ({
    ...sandboxRoom({ baseUrl: 'https://room.example.org' }).items[0]!,
    type: 'timeline',
    kind: 'event',
    date,
    startsAt: date,
    endsAt: '2026-05-01T11:00:00Z',
    ...(status && { status }),
  });
  const { items } = withPhases([event(), event('moved'), event('cancelled')], now);
  assert.deepEqual(
    items.map(({ status }) => status),
    ['past', 'past', 'cancelled'],
  );
});
