import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isApiPath } from '#domain/release/headers.ts';
import { startApp, type TestApp } from '../features/test-app.ts';
import { healthPaths } from './health.ts';

let app: TestApp;
let stopping = false;
let damage: string | undefined;
before(async () => {
  app = await startApp({ stopping: () => stopping, damage: () => damage, storePatienceMs: 50 });
});
after(() => app.stop());

const ask = async (path: string, headers = '') => {
  const { status, head, body } = await app.raw(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
  );
  return { status, head, json: body.startsWith('{') ? JSON.parse(body) : undefined };
};

test('a sidecar that serves is alive and ready', async () => {
  assert.deepEqual((await ask('/healthz')).json, { status: 'alive' });
  const { status, head, json } = await ask('/readyz');
  assert.deepEqual([status, json], [200, { status: 'ready', release: 'r' }]);
  assert.match(head, /^Cache-Control: no-store\r$/im);
});

test('one that begins to stop is alive and not ready, and says so in the envelope', async () => {
  stopping = true;
  const { status, head, json } = await ask('/readyz');
  stopping = false;
  assert.deepEqual([status, json.error.code, json.error.details.reason], [503, 'internal_error', 'stopping']);
  assert.match(head, /^Retry-After: 10\r$/im);
  assert.equal((await ask('/healthz')).status, 200);
});

test('one whose release is damaged is not ready, and says what is missing', async () => {
  damage = '1 of its files are missing or cut: public/index.html';
  const { status, json } = await ask('/readyz');
  damage = undefined;
  assert.deepEqual([status, json.error.details.reason], [503, 'release']);
  assert.match(json.error.message, /public\/index\.html/);
  assert.equal((await ask('/readyz')).status, 200);
});

test('visitors behind a proxy that is not trusted are told of in the details', async () => {
  for (let n = 0; n < 10; n++)
    await app.raw('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n');
  const { status, json } = await ask('/readyz');
  assert.equal(status, 200);
  assert.match(json.warnings[0], /a proxy at 127\.0\.0\.1 that is not trusted/);
});

test('neither counts as a call of the API', () => {
  assert.deepEqual(healthPaths.filter(isApiPath), []);
});

test('requests that a proxy forwards from the public get 404', async () => {
  for (const header of [
    'X-Forwarded-For: 203.0.113.7',
    'X-Forwarded-Proto: https',
    'Forwarded: for=203.0.113.7',
    'Via: 1.1 edge',
  ]) {
    for (const path of ['/healthz', '/readyz']) assert.equal((await ask(path, `${header}\r\n`)).status, 404, header);
  }
});

test('a store that answers nothing for long, or not at all, is not ready', async () => {
  let letGo = () => {};
  const held = app.store.db.transaction().execute(() => new Promise<void>((done) => (letGo = done)));
  assert.equal((await ask('/readyz')).json.error.details.reason, 'store');
  letGo();
  await held;
  assert.equal((await ask('/readyz')).status, 200);
  await app.store.close();
  assert.equal((await ask('/readyz')).json.error.details.reason, 'store');
});
