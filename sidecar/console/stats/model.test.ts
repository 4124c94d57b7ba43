import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildChart, roundUp } from './model.ts';

test('the top of the chart is a round number above all values', () => {
  const tops = [0, 1, 10, 11, 21, 40, 41, 61, 100, 999, 1001, 1_000_000].map(roundUp);
  assert.deepEqual(tops, [10, 10, 10, 20, 40, 40, 60, 80, 100, 1000, 2000, 1_000_000]);
});

test('bars are percentages of the top, with agents at the bottom', () => {
  const day = (n: number, agent: number, other: number) => ({ day: `2026-05-0${n}`, agent, other, refused: 0 });
  const { maximum, bars } = buildChart([day(1, 0, 0), day(2, 30, 20), day(3, 25, 175)]);
  assert.equal(maximum, 200);
  assert.deepEqual(
    bars.map(({ agentHeight, totalHeight }) => [agentHeight, totalHeight]),
    [
      [0, 0],
      [15, 25],
      [12.5, 100],
    ],
  );
  assert.deepEqual(bars[1]!.counts, { total: 50, agent: 30 });
});
