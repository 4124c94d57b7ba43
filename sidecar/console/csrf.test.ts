import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCsrfToken, isOwnOrigin, hasBrowserOrigin } from './csrf.ts';

const room = 'https://room.example';
const own = (headers: Record<string, string>, baseUrl = room) => isOwnOrigin({ headers }, baseUrl);

test('the room’s own forms are accepted, even behind a CDN that changes the Host header', () => {
  assert.ok(own({ origin: room, host: 'room.example', 'sec-fetch-site': 'same-origin' }));
  assert.ok(own({ origin: room, host: 'sidecar.internal:4321' }));
  assert.ok(own({ origin: 'http://127.0.0.1:4321', host: '127.0.0.1:4321' }));
  assert.ok(own({ origin: 'http://[::1]:4321', host: '[::1]:4321' }));
  assert.ok(own({ origin: 'http://localhost:4321', host: 'localhost:4321' }, 'http://127.0.0.1:4321'));
});

test('CSRF: a form of another site, another port or another scheme is refused', () => {
  for (const origin of [
    'https://evil.example',
    'https://room.example:8443',
    'http://room.example',
    'https://x.room.example',
  ]) {
    assert.ok(!own({ origin, host: 'room.example' }), origin);
  }
  assert.ok(!own({ origin: 'http://127.0.0.1:8080', host: '127.0.0.1:4321' }, 'http://127.0.0.1:4321'));
});

test('CSRF from a sandboxed frame, a data: page or after a redirect across sites: Origin null is refused', () => {
  assert.ok(!own({ origin: 'null', host: 'room.example' }));
  assert.ok(!own({ origin: 'null', host: 'null' }));
  assert.ok(!own({ origin: '', host: '' }));
});

test('CSRF from a neighbouring subdomain is refused by what the browser says of the site', () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    assert.ok(!own({ host: 'room.example', 'sec-fetch-site': site }), site);
    assert.ok(!own({ origin: room, host: 'room.example', 'sec-fetch-site': site }), site);
  }
});

test('DNS rebinding: an attacker’s name that points here is not the room, though Origin and Host agree', () => {
  assert.ok(!own({ origin: 'http://rebound.example:4321', host: 'rebound.example:4321' }, 'http://127.0.0.1:4321'));
  assert.ok(!own({ origin: 'http://localhost.evil.example', host: 'localhost.evil.example' }));
});

test('Host header attacks: a forwarded Host does not make a foreign origin trusted', () => {
  assert.ok(!own({ origin: 'https://evil.example', host: 'room.example', 'x-forwarded-host': 'evil.example' }));
});

test('a form without any origin information cannot sign in', () => {
  assert.ok(!hasBrowserOrigin({ headers: {} }));
  assert.ok(hasBrowserOrigin({ headers: { origin: room } }));
});

test('a form with the CSRF token of another session is rejected', () => {
  const session = { id: 'i', csrf: 'right', method: 'link', createdAt: 0 } as const;
  checkCsrfToken({ csrf: ['right'] }, session);
  for (const csrf of ['wrong', 'righ', 'rightt', '', 'ríght']) {
    assert.throws(() => checkCsrfToken({ csrf: [csrf] }, session), /earlier session/);
  }
  assert.throws(() => checkCsrfToken({}, session), /earlier session/);
});
