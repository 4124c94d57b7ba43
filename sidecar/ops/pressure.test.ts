import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../features/test-app.ts';
import { createMetrics } from './metrics.ts';
import { type Pressure, detectPressure } from './pressure.ts';

let app: TestApp;
let pressure: Pressure;
const metrics = createMetrics(async () => 0);
before(async () => {
  app = await startApp({ pressure: () => pressure, metrics });
});
after(() => app.stop());

const ask = (line: string, more = '') => app.raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
const negotiate = () =>
  ask('POST /api/agent/negotiate', 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');

test('under pressure posts and queries get 503 with Retry-After, while files and health go on', async () => {
  for (const reason of ['delay', 'heap'] as const) {
    pressure = reason;
    for (const { status, head, body } of [await negotiate(), await ask('GET /api/agent/content-index?limit=5')]) {
      assert.deepEqual([status, JSON.parse(body).error.code], [503, 'internal_error']);
      assert.match(head, /^Retry-After: 10\r$/im);
    }
    const form = await ask('POST /booking/cancel', 'Content-Type: application/x-www-form-urlencoded\r\n');
    assert.deepEqual([form.status, /^Retry-After: 10\r$/im.test(form.head)], [503, true]);
    assert.match(form.body, /<p class="notice" role="alert">Too many requests right now/);
    for (const path of ['/api/agent/health', '/api/agent/health?x=1', '/healthz', '/readyz'])
      assert.equal((await ask(`GET ${path}`)).status, 200, path);
  }
  assert.match(await metrics.text(), /^greenroom_shed_total\{reason="heap"\} 3$/m);
  pressure = undefined;
  assert.equal((await negotiate()).status, 200);
});

const samples = (...delays: number[]) => delays.map((delayMs) => ({ delayMs, heapPercent: 10 }));

test('timers late for three seconds are pressure, once is none, and the first time in time ends it', () => {
  const limits = { delayMs: 250, heapPercent: 90 };
  for (const delays of [[], [9999], [9999, 9999], [9999, 249, 9999], [250, 250, 250, 0]])
    assert.equal(detectPressure(samples(...delays), limits), undefined, String(delays));
  assert.equal(detectPressure(samples(0, 250, 300, 250), limits), 'delay');
});

test('a heap nearly full is pressure, and a limit of 0 is none', () => {
  const limits = { delayMs: 250, heapPercent: 90 };
  assert.equal(detectPressure([{ delayMs: 1, heapPercent: 89 }], limits), undefined);
  assert.equal(detectPressure([{ delayMs: 1, heapPercent: 90 }], limits), 'heap');
  const all = Array.from({ length: 3 }, () => ({ delayMs: 9999, heapPercent: 100 }));
  assert.equal(detectPressure(all, { delayMs: 0, heapPercent: 0 }), undefined);
});
