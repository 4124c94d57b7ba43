import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '#domain/instants.ts';
import { createStoreClock } from './clock.ts';
import { createLease } from './lease.ts';
import { onBothStores } from './test-stores.ts';

const right = () => Date.now();
const ahead = () => Date.now() + 2 * hourMs;

onBothStores('clock', (open) => {
  test('a machine whose own clock is wrong goes by that of a shared store, and by its own with an embedded one', async () => {
    const good = createStoreClock(open(), right);
    const wrong = createStoreClock(open(), ahead);
    await Promise.all([good!.look(), wrong!.look()]);
    const apart = wrong!.now() - good!.now();
    assert.ok(Math.abs(apart - (open().kind === 'postgres' ? 0 : 2 * hourMs)) < minuteMs, String(apart));
  });

  test('a machine that is ahead does not take the lease of another one', async (t) => {
    if (open().kind === 'sqlite') return t.skip('an embedded store has one sidecar');
    const clocks = [right, ahead].map((own) => createStoreClock(open(), own));
    await Promise.all(clocks.map(({ look }) => look()));
    const [first, second] = clocks.map(({ now }, i) => createLease(open().db, 'job', String(i), now));
    assert.deepEqual([await first!.hold(), await second!.hold()], [true, false]);
  });
});
