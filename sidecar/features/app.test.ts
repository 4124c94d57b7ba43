// Tests of requests that the parser, the router or the HTTP layer refuses before any handler.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { apiVersion } from '#contract/version.ts';
import { openConsole } from '../console/test-console.ts';
import { rotateReceiptKey } from './quotes/keys.ts';
import { onBothStores } from '../storage/test-stores.ts';
import { type RawAnswer, startApp, type TestApp } from './test-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.stop());

const raw = (text: string) => app.raw(text);
const ask = (line: string, headers = '') => raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

const post = (body: string, type = '') =>
  ask(
    'POST /api/agent/negotiate',
    `Content-Type: application/json${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );

const refusals: [name: string, status: number, code: string, answer: () => Promise<RawAnswer>][] = [
  ['a broken escape', 400, 'bad_request', () => ask('GET /api/agent/articles/%zz')],
  ['a long id', 404, 'not_found', () => ask(`GET /api/agent/articles/${'a'.repeat(150)}`)],
  ['an empty id', 404, 'not_found', () => ask('GET /api/agent/items/')],
  ['too many headers', 431, 'bad_request', () => ask('GET /api/agent', `X: ${'a'.repeat(20_000)}\r\n`)],
  ['no HTTP at all', 400, 'bad_request', () => raw('nonsense\r\n\r\n')],
  ['no Host', 400, 'bad_request', () => raw('GET /api/agent HTTP/1.1\r\nConnection: close\r\n\r\n')],
  ['an unknown expectation', 417, 'bad_request', () => ask('GET /api/agent/health', 'Expect: banana\r\n')],
  ['an unknown method', 400, 'bad_request', () => ask('SING /api/agent')],
  ['a rare method', 405, 'method_not_allowed', () => ask('PROPFIND /api/agent/health')],
  ['a method with a body of its own', 404, 'not_found', () => ask('QUERY /api/nothing')],
  ['a body that is not what it says', 400, 'bad_request', () => post('{')],
  ['a body that is not UTF-8', 400, 'bad_request', () => post('{"agentName":"caf\xe9"}')],
  ['a body in another charset', 415, 'bad_request', () => post('{}', '; charset=iso-8859-1')],
  ['a packed body', 415, 'bad_request', () => post('{}', '\r\nContent-Encoding: gzip')],
];

test('the published receipt keys are current after a rotation, since they are not cached with the release', async () => {
  const count = async () => (await ask('GET /.well-known/jwks.json')).body.match(/"kid"/g)?.length;
  for (let n = 0; n < 3; n++) assert.equal(await count(), 1);
  await app.store.db.transaction().execute((tx) => rotateReceiptKey(tx, Date.now()));
  assert.equal(await count(), 2);
});

for (const [name, status, code, answer] of refusals) {
  test(`${name} is refused in the envelope, with the headers of every answer`, async () => {
    const { status: given, head, body } = await answer();
    assert.equal(given, status);
    assert.equal(JSON.parse(body).error.code, code);
    assert.match(head, /^X-Request-Id: [0-9a-f-]{36}\r?$/im);
    assert.match(head, new RegExp(`^X-Service-API-Version: ${apiVersion}\r?$`, 'im'));
    assert.match(head, /^Cache-Control: no-store\r?$/im);
  });
}

test('JSON is accepted in UTF-8, under any name of that encoding', async () => {
  for (const type of [
    '',
    ';charset=UTF-8',
    '; charset="utf-8"',
    '; charset=us-ascii',
    '\r\nContent-Encoding: identity',
  ])
    assert.equal((await post('{"sandbox":true}', type)).status, 200, type);
});

test('an HTTP/1.0 request without Host is answered', async () => {
  assert.equal((await raw('GET /api/agent/health HTTP/1.0\r\n\r\n')).status, 200);
});

test('an absolute URL in the request line, as sent to proxies, is reduced to its path', async () => {
  assert.equal((await ask('HEAD http://room.example/api/agent/health')).status, 200);
});

test('a null character in the booking form is removed, since databases cannot store it', async () => {
  const body = 'showName=The%00Pier';
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const { status } = await ask('POST /booking/request', `${type}Content-Length: ${body.length}\r\n\r\n${body}`);
  assert.equal(status, 303);
});

test('a GET request to the address of a form redirects to the form', async () => {
  for (const path of ['/booking/request', '/booking/answer', '/booking/cancel?x=1']) {
    const { status, head } = await ask(`GET ${path}`);
    assert.equal(status, 303);
    assert.match(head, /^Location: \/booking\r?$/im);
  }
  const { status, head } = await ask('PUT /booking/request');
  assert.equal(status, 405);
  assert.match(head, /^Allow: GET, HEAD, POST\r?$/im);
});

onBothStores('hostile requests', (open) => {
  test('an address with a null character is not found, without a database query', async () => {
    const { app: room } = openConsole(open());
    for (const url of ['/api/agent/booking-request/%00?token=x', '/api/guest-kit/a%00b', '/api/agent/articles/%00']) {
      const answer = await room.inject({ url });
      assert.equal(answer.statusCode, 404, url);
      assert.equal(answer.json().error.code, 'not_found');
    }
    await room.close();
  });

  test('token multiplication: an address cannot get more tokens with a token than without one', async () => {
    const { app: room } = openConsole(open());
    const register = (headers = {}) =>
      room.inject({ method: 'POST', url: '/api/agent/register-agent-tier', payload: {}, headers });
    let token = '';
    for (let n = 0; n < 20; n++) token = (await register()).json().agentToken;
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      assert.equal((await register(headers)).statusCode, 429);
    }
    await room.close();
  });
});
