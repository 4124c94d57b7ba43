import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchProxies } from './untrusted-proxy.ts';

function createWatch(settings: Partial<Parameters<typeof watchProxies>[0]> = {}) {
  const logged: string[] = [];
  const watch = watchProxies({ trustProxy: ['10.0.0.0/8'], ...settings }, (warning) => logged.push(warning));
  const send = (remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' }) => {
    for (let n = 0; n < 30; n++) watch.look({ headers, socket: { remoteAddress } } as never);
  };
  return { watch, send, logged };
}

test('a proxy in the own network that is not trusted is named once, with the setting that is missing', () => {
  for (const [address, name] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:172.17.0.1', '172.17.0.1'],
    ['::1', '::1'],
    ['fd00::2', 'fd00::2'],
  ] as const) {
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      const { watch, send, logged } = createWatch();
      send(address, { [header]: 'for=203.0.113.7' });
      assert.equal(watch.proxyAddress(), name);
      assert.equal(logged.length, 1);
      assert.ok(logged[0]!.includes(`Add ${name} to TRUST_PROXY`));
    }
  }
});

test('a client that sends the headers of a proxy from outside raises no warning, nor does a trusted proxy or a single request', () => {
  const { watch, send, logged } = createWatch();
  send('203.0.113.9');
  send('2606:4700::1');
  send('10.1.2.3');
  send('127.0.0.1', {});
  watch.look({ headers: { forwarded: 'for=1.2.3.4' }, socket: { remoteAddress: '127.0.0.1' } } as never);
  assert.deepEqual([watch.proxyAddress(), logged], [undefined, []]);
  const edge = createWatch({ trustProxy: [], edgeSecret: 'secret' });
  edge.send('127.0.0.1', { 'x-forwarded-for': '203.0.113.7', 'x-greenroom-edge': 'secret' });
  assert.equal(edge.watch.proxyAddress(), undefined);
});
