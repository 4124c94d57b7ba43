import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from './duration.ts';

const cases: [string | undefined, number | undefined][] = [
  ['1:02:03', 3723],
  ['3723', 3723],
  ['62:03', 3723],
  ['00:01:02:03', 3723],
  ['1:02:03.75', 3723],
  ['62:03,2', 3723],
  ['00:45:30:12', 2730],
  ['3723,5', 3724],
  [' 3723.0 ', 3723],
  ['1h 2m', 3720],
  ['1 hr 2 min 3 sec', 3723],
  ['PT1H2M3S', 3723],
  ['3723.5', 3724],
  ['45m', 2700],
  ['', undefined],
  [undefined, undefined],
  ['-5', undefined],
  ['0', undefined],
  ['PT', undefined],
  ['an hour', undefined],
  ['999999999999', undefined],
  ['1:2:3:4:5', undefined],
];
for (const [text, seconds] of cases) {
  test(`${text} lasts ${seconds} seconds`, () => assert.equal(parseDuration(text), seconds));
}
