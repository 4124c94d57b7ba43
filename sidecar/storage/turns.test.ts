import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from './turns.ts';

test('what is asked for during a run is done after it, once, and never beside it', async () => {
  const seen: number[] = [];
  let [state, underWay] = [1, 0];
  const going: (() => void)[] = [];
  const { ask, quiet } = turns(async () => {
    assert.equal(++underWay, 1);
    seen.push(state);
    await new Promise<void>((done) => going.push(done));
    underWay--;
  });
  ask();
  // The first run has looked already.
  state = 2;
  ask();
  ask();
  going.shift()!();
  await new Promise(setImmediate);
  going.shift()!();
  await quiet();
  assert.deepEqual(seen, [1, 2]);
});
