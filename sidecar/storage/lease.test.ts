import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endAbandonedLeases, createLease } from './lease.ts';
import { onBothStores } from './test-stores.ts';

onBothStores('lease', (open) => {
  test('one holder at a time, until it lets go or its time is over', async () => {
    let now = 1000;
    const clock = () => now;
    const a = createLease(open().db, 'job', 'a', clock, 100);
    const b = createLease(open().db, 'job', 'b', clock, 100);
    assert.equal(await a.hold(), true);
    assert.equal(await a.hold(), true);
    assert.equal(await b.hold(), false);
    await b.release();
    assert.equal(await b.hold(), false);
    await a.release();
    assert.equal(await b.hold(), true);
    now = 1101;
    assert.equal(await a.hold(), true);
    assert.equal(await b.hold(), false);
  });

  test('a lease ends with its process in SQLite, and with its time in PostgreSQL', async () => {
    await createLease(open().db, 'build', 'dead', () => 1000).hold();
    await endAbandonedLeases(open());
    const next = createLease(open().db, 'build', 'next', () => 1001);
    assert.equal(await next.hold(), open().kind === 'sqlite');
  });

  test('one of many concurrent requests gets the lease', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => createLease(open().db, 'race', String(n), () => 1000).hold()),
    );
    assert.equal(answers.filter(Boolean).length, 1);
  });
});
