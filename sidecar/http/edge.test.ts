import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { startApp } from '../features/test-app.ts';
import { createEdgeReader } from './edge.ts';

const secret = 'a secret of the room';
const readers = {
  cloudflare: createEdgeReader({ edgeSecret: secret, edgeClientHeader: 'CF-Connecting-IP', trustProxy: ['10.0.0.1'] })!,
  plain: createEdgeReader({ edgeSecret: secret, edgeClientHeader: 'X-Forwarded-For', trustProxy: [] })!,
};

function seen(read: (req: IncomingMessage) => void, remoteAddress: string, headers: Record<string, string>) {
  const req = { headers: { ...headers }, socket: { remoteAddress } } as unknown as IncomingMessage;
  read(req);
  return req.headers;
}

test('forging an address through the CDN: only with the secret is the client believed', () => {
  const claims = { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
  for (const given of [undefined, '', 'a guess', `${secret} `]) {
    const headers = seen(readers.cloudflare, '172.64.0.1', {
      ...claims,
      ...(given !== undefined && { 'x-greenroom-edge': given }),
    });
    assert.deepEqual([headers['x-forwarded-for'], headers['x-forwarded-proto']], [undefined, undefined], given);
  }
  const real = seen(readers.cloudflare, '172.64.0.1', { ...claims, 'x-greenroom-edge': secret });
  assert.deepEqual([real['x-forwarded-for'], real['x-forwarded-proto']], ['203.0.113.7', 'https']);
  assert.equal(real['x-greenroom-edge'], undefined);
});

test('addresses that a client puts before its own in X-Forwarded-For are not trusted', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-greenroom-edge': secret };
  assert.equal(seen(readers.plain, '172.64.0.1', headers)['x-forwarded-for'], '203.0.113.9');
});

test('a web server of one’s own before the sidecar is believed as TRUST_PROXY says, with the secret passed on or without', () => {
  const own = seen(readers.cloudflare, '10.0.0.1', { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' });
  assert.equal(own['x-forwarded-for'], '203.0.113.9');
  const edge = { 'x-forwarded-for': '172.64.0.1', 'cf-connecting-ip': '2001:db8::1', 'x-greenroom-edge': secret };
  assert.equal(seen(readers.cloudflare, '10.0.0.1', edge)['x-forwarded-for'], '2001:db8::1');
  assert.equal(seen(readers.cloudflare, '10.0.0.1', {})['x-forwarded-for'], undefined);
});

test('each client behind a CDN has rates of its own, and nobody gets more by claiming to be others', async () => {
  const app = await startApp({}, { edgeSecret: secret, edgeClientHeader: 'CF-Connecting-IP' });
  const register = async (client: number, given: string) => {
    const head = `POST /api/agent/register-agent-tier HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    const claims = `X-Greenroom-Edge: ${given}\r\nCF-Connecting-IP: 203.0.113.${client}\r\nX-Forwarded-For: 203.0.113.${client}\r\n`;
    return (await app.raw(`${head}${claims}Content-Length: 2\r\n\r\n{}`)).status;
  };
  const many = async (given: string) => {
    const statuses = [];
    for (let client = 0; client < 30; client++) statuses.push(await register(client, given));
    return statuses;
  };
  assert.ok((await many(secret)).every((status) => status === 200));
  assert.ok((await many('a guess of the attacker')).includes(429));
  await app.stop();
});
