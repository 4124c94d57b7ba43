import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../features/test-app.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

test('requests are counted by lane, template and class, whatever a client makes up', async () => {
  const metrics = createMetrics(async () => 7);
  const app = await startApp({ metrics });
  const ask = (line: string) => app.raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await ask('GET /api/agent/health');
  for (let n = 0; n < 20; n++) {
    await ask(`GET /made-up-${n}`);
    await ask(`GET /api/agent/made-up-${n}`);
    await ask(`GET /api/guest-kit/made-up-${n}`);
    await app.raw(`MADE${n} / HTTP/1.1\r\n\r\n`);
  }
  for (let n = 0; n < 21; n++) await ask('POST /api/agent/webhook-subscribe');
  const text = await metrics.text();
  await app.stop();
  const counted = text.split('\n').filter((line) => line.startsWith('greenroom_requests_total'));
  assert.deepEqual(counted.sort(), [
    'greenroom_requests_total{lane="live",route="/api/agent/webhook-subscribe",status="4xx"} 21',
    'greenroom_requests_total{lane="live",route="/api/guest-kit/:guestKitId",status="4xx"} 20',
    'greenroom_requests_total{lane="live",route="none",status="4xx"} 40',
    'greenroom_requests_total{lane="parser",route="none",status="4xx"} 20',
    'greenroom_requests_total{lane="static",route="/api/agent/health",status="2xx"} 1',
  ]);
  assert.ok(!text.includes('made-up'));
  assert.match(text, /^greenroom_request_seconds_count\{lane="live",route="none"\} 40$/m);
  assert.match(text, /^greenroom_rate_limited_total\{route="\/api\/agent\/webhook-subscribe"\} 1$/m);
  assert.match(text, /^greenroom_outbox_waiting 7$/m);
  assert.match(text, /^nodejs_eventloop_lag_mean_seconds /m);
});

test('metrics are available while the database is not', async () => {
  const metrics = createMetrics(() => Promise.reject(new Error('away')));
  metrics.storeFailed('away');
  metrics.delivered('repeated');
  metrics.built('build', false);
  const text = await metrics.text();
  assert.match(text, /^greenroom_outbox_waiting Nan$/m);
  assert.match(text, /^greenroom_store_errors_total\{kind="away"\} 1$/m);
  assert.match(text, /^greenroom_deliveries_total\{outcome="repeated"\} 1$/m);
  assert.match(text, /^greenroom_builds_total\{step="build",outcome="failed"\} 1$/m);
});

test('they are served at one address, and a failure gets its status', async () => {
  const server = await serveMetrics(async () => 'greenroom 1\n', '127.0.0.1', 0);
  const { port } = server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.deepEqual([answer.status, await answer.text()], [200, 'greenroom 1\n']);
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  server.close();
  const failing = await serveMetrics(() => Promise.reject(new Error('no')), '127.0.0.1', 0);
  const { port: other } = failing.address() as { port: number };
  assert.equal((await fetch(`http://127.0.0.1:${other}/metrics`)).status, 500);
  failing.close();
});
