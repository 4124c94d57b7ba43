import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { type CallDeps, type Caller, createEndpointCaller } from './call-endpoint.ts';
import { fullAdmission } from './paywall.ts';

const id = 'low-tide-01234567';
const caller = {
  client: async () => 'client',
  address: '192.0.2.7',
  explain: (error: unknown) => error,
  key: () => undefined,
} as Caller;

function room(t: TestContext, paywall: CallDeps['paywall'] = async () => fullAdmission) {
  const dir = mkdtempSync(join(tmpdir(), 'greenroom-call-'));
  t.after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'tide'), '{}');
  const pages = new Map([[`/api/agent/articles/${id}`, { etag: 'tide', type: 'application/json' }]]);
  const fileOf = ({ etag }: { etag: string }) => join(dir, etag);
  const counted: string[] = [];
  const rated: string[] = [];
  const deps = {
    live: () => ({ fileOf, pages, facts: { baseUrl: 'https://room.example' } }),
    now: () => 0,
    store: {},
    handlers: { episodes: async () => ({ body: '{"items":[]}' }) },
    paywall,
    takeRate: async (_: string, __: string, client: string) => {
      rated.push(client);
      return { allowed: true };
    },
    calls: { countItem: (item: string, origin: string) => counted.push(`${origin} ${item}`) },
  } as unknown as CallDeps;
  return { call: createEndpointCaller(deps)(caller), counted, rated };
}

test('an item that is read from inside counts as read by an agent, a list does not', async (t) => {
  const { call, counted } = room(t);
  await call('article', { params: { id } });
  await call('episodes', { query: { limit: 1, offset: 3 }, item: 'talk-76543210' });
  await call('episodes', { query: { limit: 1 } });
  assert.deepEqual(counted, [`agent ${id}`, 'agent talk-76543210']);
});

test('made-up ids, and what has a price that was not paid, count for nothing', async (t) => {
  const unpaid = async () => {
    throw new ApiError('payment_required', 'Pay.');
  };
  const open = room(t);
  await assert.rejects(open.call('article', { params: { id: 'none-00000000' } }), { kind: 'not_found' });
  const priced = room(t, unpaid);
  await assert.rejects(priced.call('article', { params: { id } }), { kind: 'payment_required' });
  assert.deepEqual([...open.counted, ...priced.counted], []);
});

test('registering agents from inside counts for the network, so that each new token brings no new rate', async (t) => {
  const { call, rated } = room(t);
  await assert.rejects(call('registerAgentTier', { body: [] }), { kind: 'bad_request' });
  assert.deepEqual(rated, ['192.0.2.7']);
});
