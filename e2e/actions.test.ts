// Guest kits and the agent tier as a client sees them: forms, rates, tokens.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testContent } from './content.ts';
import { type Json, readJson } from './json.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';
import { pagesIn, textOf } from './release.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(), { RATES: 'action=1000,guestKit=3,freeSlice=9' });
});
after(() => room.stop());

const post = (...asked: [path: string, body: unknown, headers?: Record<string, string>]) => postJson(room, ...asked);

describe('agent tier', () => {
  test('gives a token for the free slice', async () => {
    const response = await post('/api/agent/register-agent-tier', {});
    const { registrationId, agentToken, ...rest } = (await response.json()) as Json;
    assert.match(registrationId, /^[0-9a-f-]{36}$/);
    assert.ok(agentToken.length >= 43);
    assert.deepEqual(rest, { tier: 'free_slice', freeItems: 5, rateLimitPerMinute: 9 });
    for (const [field, body] of [
      ['name', { name: 'x'.repeat(201) }],
      ['purpose', { purpose: 7 }],
      ['whyNoPayment', { whyNoPayment: 'x'.repeat(2001) }],
    ] as const) {
      const refused = await post('/api/agent/register-agent-tier', body);
      assert.equal(refused.status, 400);
      assert.equal(((await refused.json()) as Json).error.details.field, field);
    }
  });
});

describe('guest kit and its rate', () => {
  test('is made, kept, counted for each client, and refused beyond the rate', async () => {
    const { agentToken } = (await (await post('/api/agent/register-agent-tier', {})).json()) as Json;
    const authorization = { authorization: `Bearer ${agentToken}` };
    const kit = { showName: 'The Long Pier', topic: 'sea' };
    const made = await post('/api/guest-kit', kit, authorization);
    assert.equal(made.status, 200);
    assert.equal(made.headers.get('x-ratelimit-limit'), '3');
    const body = (await made.json()) as Json;
    assert.deepEqual(
      body.topDots.map(({ title }: Json) => title),
      ['Third sea', 'Talk about tides'],
    );
    assert.deepEqual((await readJson(body.url, { headers: authorization })).body, body);
    const markdown = await fetch(`${body.url}?format=markdown`, { headers: authorization });
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
    const text = await markdown.text();
    assert.ok(text.includes('# Test Creator on The Long Pier'));
    const accepted = await fetch(body.url, { headers: { ...authorization, accept: 'text/markdown' } });
    assert.equal(await accepted.text(), text);
    const beyond = await fetch(body.url, { headers: authorization });
    assert.equal(beyond.status, 429);
    const { error } = (await beyond.json()) as Json;
    assert.equal(error.code, 'rate_limited');
    assert.equal(String(error.details.retryAfterSeconds), beyond.headers.get('retry-after'));
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      assert.match(beyond.headers.get(name) ?? '', /^\d+$/);
    }
    assert.equal((await fetch(body.url)).status, 200);
  });

  test('comes as Markdown or PDF when asked for, and not without a show', async () => {
    const { agentToken } = (await (await post('/api/agent/register-agent-tier', {})).json()) as Json;
    const authorization = { authorization: `Bearer ${agentToken}` };
    const markdown = await post('/api/guest-kit', { showName: 'X', format: 'markdown' }, authorization);
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
    const url = markdown.headers.get('content-location')!;
    assert.ok((await markdown.text()).includes(url));
    const pdf = await post('/api/guest-kit', { showName: 'X', format: 'pdf' }, authorization);
    assert.deepEqual([pdf.status, (await pdf.text()).slice(0, 5)], [200, '%PDF-']);
    const none = await post('/api/guest-kit', {}, authorization);
    assert.deepEqual([none.status, ((await none.json()) as Json).error.details.field], [400, 'showName']);
    const unknown = await readJson(`${room.baseUrl}/api/guest-kit/nothing`, { headers: authorization });
    assert.equal(unknown.status, 404);
  });
});

test('the calls that were counted stand in the profile after the next build, which renders nothing else for them', async () => {
  const before = pagesIn(room.dist);
  const asOf = '2026-03-01T10:00:00Z';
  await writeFile(join(room.content, '.build', 'calls.json'), JSON.stringify({ total: 12, agent: 5, asOf }));
  await room.rebuild();
  const after = pagesIn(room.dist);
  const { stats } = JSON.parse(textOf(room.dist, 'api/agent/profile.json'));
  assert.deepEqual(stats, { totalApiCalls30d: 12, agentOriginCalls30d: 5, asOf });
  const changed = Object.keys(after).filter(
    (path) => after[path]!.inputs !== before[path]!.inputs || after[path]!.etag !== before[path]!.etag,
  );
  assert.deepEqual(changed, ['/api/agent/profile']);
});
