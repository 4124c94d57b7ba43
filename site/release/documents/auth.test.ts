import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offersSandbox } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { ratesPerMinute } from '#contract/limits.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { agentCard } from './agent-card.ts';
import { authMd } from './auth.ts';
import { apiIndex, discoveryBundle } from './discovery.ts';

test('no document says that a request has no effect which has one', () => {
  const [, trying = ''] = authMd(sandboxRoom({ baseUrl: 'https://room.example.org' })).split('## Trying it');
  for (const [name, record] of allEndpoints)
    assert.equal(trying.includes(`\`${record.http.method} ${record.http.path}\``), offersSandbox(record), name);
});

test('rates are documented as they are set', () => {
  const room = {
    ...sandboxRoom({ baseUrl: 'https://room.example.org' }),
    rates: { ...ratesPerMinute, mcp: 7, freeSlice: 8 },
  };
  assert.equal(apiIndex(room).rateLimitPerMinute, 7);
  assert.match(authMd(room), /\(8 requests per minute\)/);
});

test('work is named in static documents only where the creator takes it and a text suffices for a task', () => {
  const access = { enabled: true, prices: { articles: 5, 'guest-kit': 9 } };
  const room = { ...sandboxRoom({ baseUrl: 'https://room.example.org' }), access };
  const withWords = (wordCount: number) => room.items.map((item) => ({ ...item, wordCount }));
  const cases: [says: string, more: Partial<typeof room>, isNamed: boolean][] = [
    ['long texts', { items: withWords(400) }, true],
    ['short texts', { items: withWords(40) }, false],
    ['no items', { items: [] }, false],
    ['work that is not taken', { items: withWords(400), access: { ...access, work: false } as never }, false],
    ['prices that are not in force', { items: withWords(400), access: { ...access, enabled: false } }, false],
    ['no prices', { items: withWords(400), access: { enabled: true, prices: {} } as never }, false],
  ];
  for (const [says, more, isNamed] of cases) {
    const one = { ...room, ...more };
    const bundle = discoveryBundle(one);
    assert.equal(bundle.l402?.tiers.some(({ id }) => id === 'pay_or_work') ?? false, isNamed, says);
    assert.equal(authMd(one).includes('pay_or_work'), isNamed, says);
    const sells = one.access.enabled && Object.keys(one.access.prices).length > 0;
    assert.equal(bundle.capabilities.includes('l402.v1'), sells, says);
    assert.equal(apiIndex(one).capabilities.includes('l402.v1'), sells, says);
    assert.equal(JSON.stringify(agentCard(one)).includes('l402'), sells, says);
  }
});
