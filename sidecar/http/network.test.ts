import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClientFinder } from './client.ts';
import { networkOf } from './network.ts';

test('an attacker with a network of his own is one client: a /64 of IPv6, and IPv4 in either form', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::9'));
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
  assert.equal(networkOf('::ffff:203.0.113.5'), networkOf('203.0.113.5'));
  assert.notEqual(networkOf('203.0.113.5'), networkOf('203.0.113.6'));
});

test('rates are not escaped by changing the address within a network', async () => {
  const findClient = createClientFinder(async () => undefined);
  const ask = (ip: string) => findClient({ headers: {}, ip });
  assert.equal(await ask('2001:db8:1:2::1'), await ask('2001:db8:1:2:a:b:c:d'));
  assert.notEqual(await ask('2001:db8:1:2::1'), await ask('2001:db8:1:3::1'));
});
