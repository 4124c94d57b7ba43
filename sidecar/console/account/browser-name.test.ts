import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleTranslatorFor } from '../messages/messages.ts';
import { browserName } from './page.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const known: Record<string, string> = {
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`]:
    'Edge on Windows',
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`]: 'Chrome on Android',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15':
    'Safari on macOS',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1':
    'Chrome on iPhone',
};

test('a browser is named by product and system', () => {
  for (const [userAgent, name] of Object.entries(known))
    assert.equal(browserName(userAgent, consoleTranslatorFor('en')), name);
  assert.equal(browserName(Object.keys(known)[0], consoleTranslatorFor('de')), 'Firefox auf Linux');
});

test('an unknown browser has a generic name', () => {
  for (const userAgent of [null, undefined, '', 'curl/8.0', '<script>'])
    assert.equal(browserName(userAgent, consoleTranslatorFor('en')), 'A browser');
});
