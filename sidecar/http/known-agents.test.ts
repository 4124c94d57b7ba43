import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { signatureHeaders } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { createAgentFinder, readsPerMinute } from './known-agents.ts';

const url = 'https://room.example/';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** Headers of a request that is signed for this room and names this directory. */
async function signedFor(agent: string): Promise<Record<string, string>> {
  const request = { method: 'GET', url, headers: { 'signature-agent': `"${agent}"` } };
  const created = new Date(Date.now() - 2000);
  const times = { created, expires: new Date(created.getTime() + 300_000) };
  const components = ['@authority' as const, 'signature-agent' as const];
  const made = await signatureHeaders(request, await signerFromJWK(privateKey.export({ format: 'jwk' })), {
    ...times,
    components,
  });
  const headers = { ...made, ...request.headers, host: 'room.example' };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A room that looks agents up, and the directories that it has read. */
function createFinder(keys: object[] = []) {
  const reads: string[] = [];
  const find = createAgentFinder({
    baseUrl: () => url,
    allowedHosts: [],
    get: async (address) => {
      reads.push(address);
      return { status: 200, etag: undefined, json: { keys } };
    },
  });
  const send = async (agent: string, address?: string) =>
    find({ method: 'GET', url: '/', headers: await signedFor(agent) } as never, address);
  return { reads, send };
}

test('a public directory is asked for keys, a private address never', async () => {
  const { reads, send } = createFinder();
  for (const agent of ['https://agent.example', 'http://10.0.0.1'])
    assert.equal(await send(agent, '192.0.2.1'), undefined);
  assert.deepEqual(reads, ['https://agent.example/.well-known/http-message-signatures-directory']);
});

test('a flood of Signature-Agent headers makes the room read few directories for a network, and none for a page', async () => {
  const { reads, send } = createFinder();
  const flood = async (name: string, address?: (n: number) => string) => {
    for (let n = 0; n < 30; n++) await send(`https://${name}${n}.example:${8000 + n}`, address?.(n));
  };
  await flood('page');
  assert.equal(reads.length, 0);
  await flood('one', () => '192.0.2.1');
  assert.equal(reads.length, readsPerMinute);
  await flood('many', (n) => `2001:db8::${n}`);
  assert.equal(reads.length, 2 * readsPerMinute);
});

test('an agent that signs at many ports of its host has one name, known to pages once it was looked up', async () => {
  const { send } = createFinder([publicKey.export({ format: 'jwk' })]);
  for (const port of ['', ':8001', ':8002'])
    assert.equal(await send(`https://agent.example${port}`, '192.0.2.1'), 'agent.example');
  assert.equal(await send('https://agent.example:8001'), 'agent.example');
  assert.equal(await send('https://agent.example:8003'), undefined);
});
