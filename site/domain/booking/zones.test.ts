import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { instantOfLocalTime, isTimeZone, localTime, localTimeWithOffset, zoneLabel, canonicalZone } from './zones.ts';

test('a local time is converted to an instant, in summer and winter, on both sides of UTC', () => {
  for (const [zone, time, instant] of [
    ['Europe/Berlin', '2026-07-01T18:00', '2026-07-01T16:00:00Z'],
    ['Europe/Berlin', '2026-12-01T18:00', '2026-12-01T17:00:00Z'],
    ['America/New_York', '2026-12-31T22:30', '2027-01-01T03:30:00Z'],
    ['Asia/Kathmandu', '2026-05-01T00:15', '2026-04-30T18:30:00Z'],
    ['Pacific/Kiritimati', '2026-05-01T00:15', '2026-04-30T10:15:00Z'],
  ] as const)
    assert.equal(instantOfLocalTime(zone, time), Date.parse(instant), `${zone} ${time}`);
});

test('a nonexistent local time is undefined, and a repeated one is the first instant', () => {
  assert.equal(instantOfLocalTime('Europe/Berlin', '2026-03-29T02:30'), undefined);
  assert.equal(instantOfLocalTime('Europe/Berlin', '2026-10-25T02:30'), Date.parse('2026-10-25T00:30:00Z'));
  for (const time of ['2026-02-30T10:00', '2026-05-01', '2026-05-01T25:00', '', 'x'.repeat(99)])
    assert.equal(instantOfLocalTime('Europe/Berlin', time), undefined, time);
});

test('a repeated local time is shown with its offset', () => {
  for (const [time, zone] of [
    ['2026-10-24T23:59:59Z', 'Europe/Berlin'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin, UTC+02:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin, UTC+01:00'],
    ['2026-10-25T02:00:00Z', 'Europe/Berlin'],
  ] as const)
    assert.equal(zoneLabel('Europe/Berlin', Date.parse(time)), zone, time);
  assert.equal(zoneLabel('UTC', 0), 'UTC');
});

test('a zone has one canonical name', () => {
  for (const [given, written] of [
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['GMT', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['US/Pacific', 'US/Pacific'],
  ] as const)
    assert.equal(canonicalZone(given), written);
});

test('only names that Intl knows are valid, in any case', () => {
  for (const zone of [
    'UTC',
    'utc',
    'GMT',
    'Etc/GMT+5',
    'EST5EDT',
    'europe/berlin',
    'America/Port-au-Prince',
    'America/Argentina/Buenos_Aires',
  ])
    assert.ok(isTimeZone(zone), zone);
  const offsets = ['+05:30', '-03', '+0530', '+05', '−03:00', 'UTC+2', '05:30'];
  for (const zone of ['', 'Berlin', 'Europe/Nowhere', '../etc', 'x'.repeat(5000), ...offsets]) {
    assert.equal(isTimeZone(zone), false, zone.slice(0, 20));
    assert.equal(instantOfLocalTime(zone, '2026-05-01T10:00'), undefined);
  }
});

test('local times convert back to their instants', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC', 'Asia/Tokyo');
  const instants = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
  fc.assert(
    fc.property(zones, instants, (zone, minute) => {
      const at = minute * 60_000;
      assert.equal(Date.parse(localTimeWithOffset(zone, at)), at);
      const found = instantOfLocalTime(zone, localTime(zone, at))!;
      assert.equal(localTime(zone, found), localTime(zone, at));
    }),
    { numRuns: 200 },
  );
});
