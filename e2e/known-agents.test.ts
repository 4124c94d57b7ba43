// Known agents: requests signed with Web Bot Auth are verified, counted by name and given more; any other is as before.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { signatureHeaders } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { testContent } from './content.ts';
import type { Json } from './json.ts';
import { type RunningRoom, startRoom } from './room.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = privateKey.export({ format: 'jwk' });
let directory: Server;
let reads = 0;
let room: RunningRoom;
let agent: string;

before(async () => {
  const keys = [{ kty: 'nonsense' }, null, publicKey.export({ format: 'jwk' })];
  directory = createServer((request, response) => {
    reads++;
    const isThere = request.url === '/.well-known/http-message-signatures-directory';
    response.writeHead(isThere ? 200 : 404).end(JSON.stringify({ keys }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => directory.once('listening', resolve));
  agent = `127.0.0.1:${(directory.address() as AddressInfo).port}`;
  room = await startRoom(await testContent(), { ALLOWED_HOSTS: '127.0.0.1', RATES: 'action=2,mcp=2' });
});
after(async () => {
  await room.stop();
  directory.close();
});

interface Signing {
  /** The URL that is signed. */
  url?: string;
  lifeMs?: number;
  signer?: JsonWebKey;
  asMember?: boolean;
}

async function signed(
  path: string,
  { url = room.baseUrl + path, lifeMs = 300_000, signer = key, asMember = false }: Signing = {},
) {
  const address = `"http://${agent}"`;
  const created = new Date(Date.now() - 2000);
  const expires = new Date(created.getTime() + lifeMs);
  const component = { name: 'signature-agent', parameters: new Map([['key', 'sig1']]) };
  const components = ['@authority' as const, ...(asMember ? [component] : ['signature-agent' as const])];
  const request = { method: 'POST', url, headers: { 'signature-agent': address } };
  const made = await signatureHeaders(request, await signerFromJWK(signer), { created, expires, components });
  return { ...made, 'signature-agent': asMember ? `sig1=${address}` : address };
}

async function book(headers: Record<string, string>) {
  const response = await fetch(`${room.baseUrl}/api/agent/booking-request`, {
    method: 'POST',
    body: JSON.stringify({ showName: 'The Long Pier', source: 'agent' }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, limit: response.headers.get('x-ratelimit-limit') };
}

test('a signed request has a higher rate, in both forms of Signature-Agent, and its directory is read once', async () => {
  const path = '/api/agent/booking-request';
  for (const asMember of [false, true]) {
    const { status, limit } = await book(await signed(path, { asMember }));
    assert.deepEqual([status, limit], [200, '20']);
  }
  assert.equal(reads, 1);
});

test('unsigned, tampered, expired, foreign and endless signatures are as no signature at all', async () => {
  const path = '/api/agent/booking-request';
  const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const good: Record<string, string> = await signed(path);
  const forms: Record<string, Record<string, string>> = {
    unsigned: {},
    'for another host': await signed(path, { url: `https://elsewhere.example${path}` }),
    'of another key': await signed(path, { signer: other }),
    expired: await signed(path, { lifeMs: 1000 }),
    'valid for a year': await signed(path, { lifeMs: 365 * 86_400_000 }),
    'of another agent': { ...good, 'signature-agent': `"http://localhost:${agent.split(':')[1]}"` },
    'covers no agent': { ...good, 'Signature-Input': good['Signature-Input']!.replace(' "signature-agent"', '') },
    broken: { ...good, Signature: 'sig1=:AAAA:' },
    nonsense: { signature: 'x', 'signature-input': '(', 'signature-agent': '"http://[::"' },
  };
  for (const [name, headers] of Object.entries(forms)) assert.equal((await book(headers)).limit, '2', name);
});

test('an MCP call that is signed has the higher rate, too', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_profile', arguments: {} } };
  const response = await fetch(`${room.baseUrl}/api/mcp`, {
    method: 'POST',
    body: JSON.stringify(call),
    headers: { 'content-type': 'application/json', ...(await signed('/api/mcp')) },
  });
  assert.equal(response.headers.get('x-ratelimit-limit'), '20');
  assert.ok(((await response.json()) as Json).result);
});

test('no page and no free document makes the room read a directory', async () => {
  let directoryReads = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = createServer((_, response) => {
    directoryReads++;
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1', resolve);
  await promise;
  const address = `"http://127.0.0.1:${(other.address() as AddressInfo).port}"`;
  const foreign = { ...(await signed('/')), 'signature-agent': address };
  for (const page of ['/', '/api/agent', '/api/agent/profile', '/api/agent/articles', '/missing'])
    await (await fetch(room.baseUrl + page, { headers: foreign })).text();
  assert.equal(directoryReads, 0);
  other.close();
});
