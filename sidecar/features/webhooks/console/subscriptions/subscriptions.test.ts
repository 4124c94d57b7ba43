import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { PageModel } from '#sidecar/console/page.ts';
import type { loadSubscriptionPage } from '../subscription/page.ts';
import type { loadSubscriptionsPage } from './page.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import { readAuditLines, openConsole, readPage, signInByLink } from '#sidecar/console/test-console.ts';

interface Subscribed {
  subscriptionId: string;
  secret: string;
  manageUrl: string;
}

/** Sends each request from another address, so that no rate limit is reached. */
let clients = 0;
const subscription = (answer: LightMyRequestResponse) => readPage<PageModel<typeof loadSubscriptionPage>>(answer);

onBothStores('subscriptions in the console', (open) => {
  const fresh = async () => {
    const console = openConsole(open());
    const { db } = open();
    for (const table of ['deliveries', 'events', 'subscriptions', 'audit'] as const)
      await db.deleteFrom(table).execute();
    const browser = await signInByLink(console);
    await db.deleteFrom('audit').execute();
    const subscribe = async (body: object = {}): Promise<Subscribed> => {
      console.clock.now += 1000;
      const answer = await console.app.inject({
        method: 'POST',
        url: '/api/agent/webhook-subscribe',
        remoteAddress: `10.1.${++clients >> 8}.${clients & 255}`,
        payload: { callbackUrl: 'https://hooks.example.org/T0/key?k=v', events: ['dot.approved'], ...body },
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<Subscribed>();
    };
    const view = async (id: string, query = '') =>
      subscription(await browser.get(`/subscriptions/${id}${query}`)).model;
    return { console, db, browser, subscribe, view };
  };

  /** Creates ended deliveries, oldest first, a day apart. */
  const delivered = async (subscriptionId: string, states: ('delivered' | 'exhausted')[]) => {
    const { db } = open();
    for (const [n, state] of states.entries()) {
      const createdAt = Date.parse('2027-01-01T12:00:00Z') + n * 86_400_000;
      const event = { id: `evt_${subscriptionId}_${n}`, type: 'dot.approved', payload: '{}', createdAt };
      await db.insertInto('events').values(event).execute();
      const ended = {
        attempts: 10,
        nextAttemptAt: 1,
        claimedUntil: 0,
        lastAttemptAt: 2,
        lastStatus: 500,
        finishedAt: 2,
      };
      const row = { eventId: event.id, subscriptionId, state, ...ended, lastError: 'Answered with status 500.\u202e' };
      await db.insertInto('deliveries').values(row).execute();
    }
  };

  test('a subscription is approved, revoked and approved again, each once', async () => {
    const { console, browser, subscribe, view } = await fresh();
    const { subscriptionId: id } = await subscribe({
      events: ['content_index.digest', 'dot.approved'],
      digestSchedule: 'weekly',
      digestWindow: '7d',
    });
    const { subscription: one, digest, mayApprove, mayReject, isApproved } = await view(id);
    assert.equal(one.status, 'pending');
    assert.equal(one.origin, 'https://hooks.example.org');
    assert.deepEqual({ mayApprove, mayReject, isApproved }, { mayApprove: true, mayReject: true, isApproved: false });
    assert.deepEqual(digest, { schedule: 'weekly', days: 7 });
    const approved = await browser.post(`/subscriptions/${id}/approve`);
    assert.equal(approved.statusCode, 303);
    assert.equal(approved.headers.location, `/console/subscriptions/${id}?notice=subscriptionApproved&count=1`);
    const again = await browser.post(`/subscriptions/${id}/approve`);
    assert.equal(again.statusCode, 422);
    assert.match(subscription(again).frame.notice!.text, /“Approved”: it cannot be approved/);
    assert.equal((await browser.post(`/subscriptions/${id}/reject`)).statusCode, 303);
    assert.equal((await view(id)).subscription.status, 'rejected');
    assert.equal((await browser.post(`/subscriptions/${id}/approve`)).statusCode, 303);
    assert.deepEqual(
      await readAuditLines(console),
      ['approved', 'rejected', 'approved'].map((status) => `creator: subscription.${status} ${id}`),
    );
  });

  test('secret, token and path of the callback are on no page', async () => {
    const { db, browser, subscribe } = await fresh();
    const { subscriptionId: id, secret, manageUrl } = await subscribe();
    await browser.post(`/subscriptions/${id}/approve`);
    await delivered(id, ['exhausted']);
    const { tokenHash } = await db.selectFrom('subscriptions').select('tokenHash').executeTakeFirstOrThrow();
    const bodies = await Promise.all(
      ['', '/subscriptions', `/subscriptions/${id}`, '/audit'].map(async (path) => (await browser.get(path)).body),
    );
    for (const kept of [secret, tokenHash, manageUrl.split('/').at(-1)!, 'T0/key', 'k=v'])
      assert.ok(!bodies.join('').includes(kept), kept);
    assert.ok(bodies.every((body) => body.length > 100));
  });

  test('the list can be filtered by status and shows failed deliveries', async () => {
    const { browser, subscribe } = await fresh();
    const first = await subscribe();
    await subscribe({ callbackUrl: 'https://other.example.org:8443/x' });
    await delivered(first.subscriptionId, ['delivered', 'exhausted', 'exhausted']);
    const list = async (query: string) =>
      readPage<PageModel<typeof loadSubscriptionsPage>>(await browser.get(`/subscriptions${query}`)).model;
    const { rows } = await list('');
    assert.deepEqual(
      rows.map(({ origin, exhausted }) => [origin, exhausted]),
      [
        ['https://other.example.org:8443', 0],
        ['https://hooks.example.org', 2],
      ],
    );
    await browser.post(`/subscriptions/${first.subscriptionId}/approve`);
    const approved = await list('?status=approved');
    assert.deepEqual(
      approved.rows.map(({ id }) => id),
      [first.subscriptionId],
    );
    assert.deepEqual(
      approved.tabs.map(({ count }) => count),
      [undefined, 1, 1, 0, 0],
    );
  });

  test('the log has pages and can be filtered by failed deliveries', async () => {
    const { subscribe, view } = await fresh();
    const { subscriptionId: id } = await subscribe();
    const other = await subscribe();
    await delivered(
      id,
      Array.from({ length: 30 }, (_, n) => (n % 10 === 0 ? 'exhausted' : 'delivered')),
    );
    await delivered(other.subscriptionId, ['exhausted']);
    const { log } = await view(id);
    assert.equal(log.rows.length, 25);
    assert.equal(log.rows[0]!.eventId, `evt_${id}_29`);
    assert.equal(log.rows[0]!.lastError, 'Answered with status 500.⟨U+202E⟩');
    const second = (await view(id, log.pager.older!.slice(log.pager.older!.indexOf('?')))).log;
    assert.deepEqual(
      [second.rows.length, second.pager.older, second.pager.newer],
      [5, undefined, `/subscriptions/${id}`],
    );
    const given = (await view(id, '?state=exhausted')).log;
    assert.deepEqual(
      given.rows.map(({ eventId }) => eventId),
      [20, 10, 0].map((n) => `evt_${id}_${n}`),
    );
    assert.equal((await view(id, "?state=exhausted'%20or%20''='&before=1e9")).log.rows.length, 25);
  });

  test('a delivery is sent again only within its own subscription, if that is approved', async () => {
    const { console, db, browser, subscribe, view } = await fresh();
    const mine = await subscribe();
    const other = await subscribe();
    await delivered(mine.subscriptionId, ['exhausted']);
    const { id } = (await view(mine.subscriptionId)).log.rows[0]!;
    const replay = (subscriptionId: string, delivery: string | number = id) =>
      browser.post(`/subscriptions/${subscriptionId}/replay/${delivery}`);
    assert.equal((await replay(mine.subscriptionId)).statusCode, 422);
    for (const { subscriptionId } of [mine, other]) await browser.post(`/subscriptions/${subscriptionId}/approve`);
    assert.equal((await replay(other.subscriptionId)).statusCode, 422);
    for (const forged of ['x', '1e999', '-1', '999999', '1%20or%201=1'])
      assert.equal((await replay(mine.subscriptionId, forged)).statusCode, 422, forged);
    assert.equal((await replay('sub_none')).statusCode, 404);
    assert.ok(!(await readAuditLines(console)).some((line) => line.includes('replayed')));
    const done = await replay(mine.subscriptionId);
    assert.match(done.headers.location as string, /notice=replayed&count=1$/);
    const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual([row.state, row.attempts, row.eventId], ['pending', 0, `evt_${mine.subscriptionId}_0`]);
    assert.equal((await readAuditLines(console)).at(-1), `creator: delivery.replayed ${id}`);
  });

  test('all events since a day are sent again, and an invalid day is refused and kept in the form', async () => {
    const { browser, subscribe, view } = await fresh();
    const { subscriptionId: id } = await subscribe();
    await browser.post(`/subscriptions/${id}/approve`);
    await delivered(id, ['delivered', 'exhausted', 'delivered']);
    const since = (day: string) => browser.post(`/subscriptions/${id}/replay`, { since: day });
    for (const [day, said] of [
      ['yesterday', /YYYY-MM-DD/],
      ['2027-02-30', /YYYY-MM-DD/],
      ['2027-01-04', /no events since that day/],
    ] as const) {
      const { frame, model } = subscription(await since(day));
      assert.match(frame.notice!.text, said);
      assert.equal(model.since, day);
    }
    assert.match((await since('2027-01-02')).headers.location as string, /notice=replayed&count=2$/);
    const states = (await view(id)).log.rows.map(({ state }) => state);
    assert.deepEqual(states, ['pending', 'pending', 'delivered']);
  });

  test('a test event is queued for an approved subscription and for no other', async () => {
    const { browser, subscribe, view } = await fresh();
    const { subscriptionId: id } = await subscribe();
    const send = () => browser.post(`/subscriptions/${id}/test`);
    assert.equal((await send()).statusCode, 422);
    assert.equal((await view(id)).log.rows.length, 0);
    await browser.post(`/subscriptions/${id}/approve`);
    assert.equal((await send()).statusCode, 303);
    const [row] = (await view(id)).log.rows;
    assert.deepEqual([row?.type, row?.state, row?.subscriptionId], ['webhook.test', 'pending', id]);
  });
});
