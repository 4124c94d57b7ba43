import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { signatureHeaders } from 'web-bot-auth';
import { signerFromJWK } from 'web-bot-auth/crypto';
import { knownAgents } from './known-agents.ts';

const url = 'https://room.example/';

/** What a request carries that is signed for this room and names this directory. */
async function signedFor(agent: string): Promise<Record<string, string>> {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const request = { method: 'GET', url, headers: { 'signature-agent': `"${agent}"` } };
  const created = new Date(Date.now() - 2000);
  const times = { created, expires: new Date(created.getTime() + 300_000) };
  const components = ['@authority' as const, 'signature-agent' as const];
  const made = await signatureHeaders(request, await signerFromJWK(key), { ...times, components });
  const headers = { ...made, ...request.headers, host: 'room.example' };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function askedFor(agent: string): Promise<string[]> {
  const asked: string[] = [];
  const find = knownAgents({
    baseUrl: () => url,
    allowedHosts: [],
    get: async (address) => {
      asked.push(address);
      return { status: 200, etag: undefined, json: {} };
    },
  });
  assert.equal(await find({ method: 'GET', url: '/', headers: await signedFor(agent) } as never), undefined);
  return asked;
}

test('a public directory is asked for keys, a private address never', async () => {
  assert.equal((await askedFor('https://agent.example')).length, 1);
  assert.deepEqual(await askedFor('http://10.0.0.1'), []);
});
