// Totals that are kept for a while where counting takes long, and never where it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totals } from './totals.ts';

function setUp(found: number) {
  const state = { now: 0, counted: 0, found };
  const countOnce = totals(() => state.now);
  const ask = (looks = 0, key = 'key') =>
    countOnce(
      key,
      async () => {
        state.counted++;
        return state.found;
      },
      looks,
    );
  return { state, ask };
}

test('few are counted each time, and those who ask together are counted for once', async () => {
  const { state, ask } = setUp(10);
  await Promise.all([ask(), ask(), ask()]);
  assert.equal(state.counted, 1);
  state.found = 11;
  assert.equal(await ask(), 11);
});

test('many are counted again after ten seconds, and what took many looks after a minute', async () => {
  for (const [found, looks, ms] of [
    [2000, 0, 10_000],
    [5, 20_000, 60_000],
  ] as const) {
    const { state, ask } = setUp(found);
    await ask(looks);
    state.now = ms - 1;
    await ask(looks);
    assert.equal(state.counted, 1);
    state.now = ms;
    await ask(looks);
    assert.equal(state.counted, 2);
  }
});

test('a count that fails is not kept', async () => {
  const countOnce = totals(() => 0);
  await assert.rejects(
    countOnce('key', () => Promise.reject(new Error('away')), 20_000),
    /away/,
  );
  assert.equal(await countOnce('key', async () => 3), 3);
});
