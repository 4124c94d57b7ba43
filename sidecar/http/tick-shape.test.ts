import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collector } from '../release/garbage.ts';
import type * as TickShape from './tick-shape.ts';

test('An object of process.nextTick outlives collections of garbage', async () => {
  // A separate instance of the module: another test in this process may have used the shared one already.
  const { keepTickShape } = (await import(`${import.meta.resolve('./tick-shape.ts')}?own`)) as typeof TickShape;
  const made: WeakRef<object>[] = [];
  const hook = createHook({ init: (_id, type, _trigger, one) => type === 'TickObject' && made.push(new WeakRef(one)) });
  hook.enable();
  keepTickShape();
  hook.disable();
  // The queue reuses its places only after many calls.
  for (let i = 0; i < 5000; i++) await new Promise<void>((done) => process.nextTick(done));
  await sleep(1);
  await collector()({ type: 'major', execution: 'async', flavor: 'last-resort' });
  assert.ok(made.some((one) => one.deref() !== undefined));
});
