import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeriod } from './period.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const days = (sentence: string) => {
  const { from, to } = readPeriod(sentence, now);
  return [from, to];
};

test('years, months and days are read in English and German', () => {
  for (const [sentence, ...expected] of [
    ['What was published in October 2025?', '2025-10-01', '2025-10-31'],
    ['Was erschien im Oktober 2025?', '2025-10-01', '2025-10-31'],
    ['in February of 2024', '2024-02-01', '2024-02-29'],
    ['on 3 May 2025', '2025-05-03', '2025-05-03'],
    ['on May 3rd, 2025', '2025-05-03', '2025-05-03'],
    ['am 3. Mai 2025', '2025-05-03', '2025-05-03'],
    ['2025-05-03', '2025-05-03', '2025-05-03'],
    ['articles of 2023', '2023-01-01', '2023-12-31'],
    ['between 2020 and 2022', '2020-01-01', '2022-12-31'],
    ['zwischen 2022 und 2020', '2020-01-01', '2022-12-31'],
    ['in January', '2026-01-01', '2026-01-31'],
    ['im Dezember', '2025-12-01', '2025-12-31'],
    ['last week', '2026-03-03', '2026-03-10'],
    ['letzten Monat', '2026-02-01', '2026-02-28'],
    ['this year', '2026-01-01', '2026-12-31'],
    ['gestern', '2026-03-09', '2026-03-09'],
  ])
    assert.deepEqual(days(sentence!), expected, sentence);
});

test('since, after, before and until open or close the period', () => {
  for (const [sentence, ...expected] of [
    ['since 2024', '2024-01-01', undefined],
    ['after 2024', '2025-01-01', undefined],
    ['before 2024', undefined, '2023-12-31'],
    ['seit März 2025', '2025-03-01', undefined],
    ['vor 2024', undefined, '2023-12-31'],
  ])
    assert.deepEqual(days(sentence as string), expected, sentence);
});

test('dates are removed from the sentence, and other numbers and words are not read as dates', () => {
  const { rest } = readPeriod('articles about salt in May 2025 please', now);
  assert.equal(rest.replace(/ +/g, ' '), 'articles about salt please');
  for (const sentence of ['May I book her?', 'She may come in 3 days', 'the 31st time', '2026-99-99'])
    assert.ok(!days(sentence).some((day) => day?.includes('99')), sentence);
  assert.deepEqual(days('May I book her?'), [undefined, undefined]);
});
