import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keepTickShape } from './tick-shape.ts';

test('An object of process.nextTick outlives collections of garbage', async () => {
  const made: WeakRef<object>[] = [];
  const hook = createHook({ init: (_id, type, _trigger, one) => type === 'TickObject' && made.push(new WeakRef(one)) });
  hook.enable();
  keepTickShape();
  hook.disable();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // The queue reuses its places only after many calls.
  for (let i = 0; i < 5000; i++) await new Promise<void>((done) => process.nextTick(done));
  await sleep(1);
  collect();
  assert.ok(made.some((one) => one.deref() !== undefined));
});
