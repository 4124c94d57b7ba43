import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, matchesPassword } from './hash-password.ts';

test('a hash matches its password in any Unicode form, and no other password', async () => {
  const hash = await hashPassword('crème brûlée tide');
  assert.equal(await matchesPassword('crème brûlée tide'.normalize('NFD'), hash), true);
  assert.equal(await matchesPassword('creme brulee tide', hash), false);
});

test('a stolen store gives no password away: salted, and as costly as OWASP asks', async () => {
  const one = await hashPassword('tide lamp bucket');
  const other = await hashPassword('tide lamp bucket');
  assert.notEqual(one.salt, other.salt);
  assert.notEqual(one.key, other.key);
  assert.ok(one.N * one.r * one.p >= 2 ** 20);
  assert.doesNotMatch(JSON.stringify(one), /tide|lamp/);
});

test('no password matches if none is set, not even an empty one', async () => {
  assert.equal(await matchesPassword('', undefined), false);
});
