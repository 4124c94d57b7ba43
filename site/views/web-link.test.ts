// Tests that only web addresses become links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostLabel, webLink } from './web-link.ts';

test('an address that would run code or read a file is no link', () => {
  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/x',
    '',
  ]) {
    assert.equal(webLink(url), undefined);
  }
  assert.equal(webLink('HTTPS://example.org/a'), 'HTTPS://example.org/a');
});

test('the host is named without www', () => {
  assert.equal(hostLabel('https://www.example.org/letters/1'), 'example.org');
});
