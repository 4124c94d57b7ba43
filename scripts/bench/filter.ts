// The filter alone: queryContent over an index in memory, in microseconds of CPU.
import process from 'node:process';
import { type Filter, buildContentIndex, queryContentIndex } from '#domain/lists/content-index.ts';
import { generatedItem } from './generate.ts';
import type { Row } from './report.ts';
import { chanceOf, keywords, pick } from './words.ts';

const queries = 50_000;

const filterOf = (seed: number): Filter => {
  const chance = chanceOf(seed);
  const from = 2016 + Math.floor(chance() * 5);
  return { types: ['article'], topics: [pick(chance, keywords)], from: `${from}-03-01`, to: `${from + 4}-10-31` };
};

export function measureFilter(items: number): Row {
  const all = Array.from({ length: items }, (_, n) => generatedItem(items - 1 - n, items).item);
  const memory = buildContentIndex(
    all.map(({ themeIds = [], ...item }) => ({ ...item, themeIds, date: item.date!.slice(0, 10) })),
    { language: 'en', themes: [] },
  );
  const filters = Array.from({ length: 1000 }, (_, seed) => filterOf(seed));
  const runAll = () => {
    let matchCount = 0;
    for (let i = 0; i < queries; i++)
      matchCount += queryContentIndex(memory, filters[i % filters.length]!, 20, 0).window.length;
    return matchCount;
  };
  if (runAll() === 0) throw new Error('the filters match nothing');
  const before = process.cpuUsage();
  runAll();
  const { user, system } = process.cpuUsage(before);
  return { items, name: 'filter alone', value: (user + system) / queries, unit: 'µs' };
}
