import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { resetTries, registerTry } from './lock-out.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const stranger = (client: string) => ({ client, isKnown: false });
const a = stranger('a');

onBothStores('lock-out', (open) => {
  /** Time between tests, so that attempts of one test do not count in another. */
  let start = 0;
  const begin = () => (start += 10 * day);

  test('guessing is slowed down: five attempts, then pauses that double up to an hour', async () => {
    let now = begin();
    const { db } = open();
    for (let tries = 1; tries <= 5; tries++) assert.equal(await registerTry(db, a, now), undefined);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      assert.equal(await registerTry(db, a, now), minutes * minute);
      assert.equal(await registerTry(db, a, now + minutes * minute - 1), 1);
      now += minutes * minute;
      assert.equal(await registerTry(db, a, now), undefined);
    }
  });

  test('parallel guessing gains nothing: five of a hundred attempts are checked', async () => {
    const now = begin();
    const answers = await Promise.all(Array.from({ length: 100 }, () => registerTry(open().db, a, now)));
    assert.equal(answers.filter((wait) => wait === undefined).length, 5);
  });

  test('guessing from many addresses is locked out, and rejected attempts are not counted', async () => {
    const now = begin();
    const { db } = open();
    for (let n = 0; n < 30; n++) assert.equal(await registerTry(db, stranger(`host ${n}`), now), undefined);
    for (let n = 0; n < 9; n++) assert.equal(await registerTry(db, stranger('creator'), now), minute);
    assert.equal(await registerTry(db, stranger('creator'), now + minute), undefined);
    for (let n = 0; n < 9; n++) assert.equal(await registerTry(db, stranger('other'), now + minute), 2 * minute);
  });

  test('a known browser is counted for itself alone: strangers neither lock it out nor lengthen its pauses', async () => {
    const now = begin();
    const { db } = open();
    const known = { client: 'browser b', isKnown: true };
    for (let n = 0; n < 30; n++) await registerTry(db, stranger(`host ${n}`), now);
    assert.equal(await registerTry(db, stranger('host x'), now), minute);
    for (let tries = 1; tries <= 5; tries++) assert.equal(await registerTry(db, known, now), undefined);
    assert.equal(await registerTry(db, known, now), minute);
    assert.equal(await registerTry(db, known, now + minute), undefined);
    await db.transaction().execute((tx) => resetTries(tx, known));
    assert.equal(await registerTry(db, known, now + minute), undefined);
  });

  test('a successful sign-in resets the counter and is not counted as an attempt', async () => {
    const now = begin();
    const { db } = open();
    for (let n = 0; n < 40; n++) {
      assert.equal(await registerTry(db, stranger('creator'), now), undefined);
      await db.transaction().execute((tx) => resetTries(tx, stranger('creator')));
    }
    for (let tries = 1; tries <= 5; tries++) assert.equal(await registerTry(db, stranger('creator'), now), undefined);
    assert.equal(await registerTry(db, stranger('creator'), now), minute);
  });

  test('attempts are forgotten after a day', async () => {
    const now = begin();
    const { db } = open();
    for (let tries = 1; tries <= 5; tries++) await registerTry(db, a, now);
    assert.equal(await registerTry(db, a, now), minute);
    for (let tries = 1; tries <= 5; tries++) assert.equal(await registerTry(db, a, now + day + 1), undefined);
  });
});
