import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPossiblyPublicHost, isPublicAddress } from './addresses.ts';

const refused = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.1', '192.0.2.1', '198.18.0.1'],
  ...['198.51.100.7', '203.0.113.7', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  ...[
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '3fff::1',
  ],
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::ffff:0:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
  ...['2002:7f00:1::', '2002:c0a8:101::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '[::1]'],
  ...['4000::1', '1::1', 'fec0::1', '5f00::1', '64:ff9b::1:7f00:1', '2001:20::1', '2001:1::1', '::5efe:127.0.0.1'],
  ...['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a00:1', '2001:470:1:1:0:5efe:127.0.0.1'],
  ...['', 'example.org', '1.2.3', '0x7f.1', '2130706433', '0177.0.0.1', '127.1'],
];
for (const address of refused) {
  test(`${address || 'the empty text'} is not public`, () => assert.equal(isPublicAddress(address), false));
}

const granted = [
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '2606:4700::5efe:808:808',
  '2a00:1450:4001::1',
];
for (const address of granted) {
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
}

test('decimal, octal and hexadecimal hosts are refused once the URL is parsed', () => {
  for (const host of ['2130706433', '0177.0.0.1', '0x7f000001', '0x7f.1', '127.1', '[::ffff:7f00:1]']) {
    assert.equal(isPossiblyPublicHost(new URL(`http://${host}/`).hostname), false, host);
  }
});

test('names that mean the own network are refused, others may be public', () => {
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', 'printer.local', 'x.internal', 'router.lan', '']) {
    assert.equal(isPossiblyPublicHost(host), false, host);
  }
  assert.equal(isPossiblyPublicHost('example.org'), true);
  assert.equal(isPossiblyPublicHost('localhost.example.org'), true);
});
