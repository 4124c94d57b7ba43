// Tests the console search and the filters that lists remember.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { formatItemFile } from '#domain/items/item-file.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { lowTide } from '../content/test-room.ts';
import type { BookingsModel } from '../../features/booking/console/bookings/model.ts';
import { allPages as pages, type Browser, openConsole, readPage, signInByLink } from '../test-console.ts';
import type { SearchModel } from './page.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-search-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));

function write(folder: string, id: string, title: string, day: number): void {
  mkdirSync(join(contentDir, folder), { recursive: true });
  const item = { ...lowTide, id, title, keywords: ['ebb'], date: `2026-05-0${day}T10:00:00Z` };
  writeFileSync(join(contentDir, folder, `${id}.md`), formatItemFile({ item, body: 'Text.' }));
}

onBothStores('search in the console', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['bookings', 'agentTiers', 'guestKits', 'transcribeJobs', 'subscriptions'] as const)
      await db.deleteFrom(table).execute();
    const console = openConsole(open(), { contentDir });
    return { console, db, browser: await signInByLink(console) };
  };
  const search = async (browser: Browser, query: Record<string, string>) =>
    readPage<SearchModel>(await browser.get(`/search?${new URLSearchParams(query)}`)).model;
  const found = async (browser: Browser, words: string) =>
    (await search(browser, { words })).groups.map(({ kind, hits }) => [kind, ...hits.map(({ title }) => title)]);

  test('items of any state and requests are found by all of the words, case-insensitively', async () => {
    const { console, db, browser } = await fresh();
    write('inbox', 'ebb-one-00000001', 'Österlicher Priel', 1);
    write('published', 'ebb-two-00000002', 'Priel at night', 2);
    write('rejected', 'ebb-three-00000003', 'An old Priel', 3);
    const post = (url: string, payload: object) => console.app.inject({ method: 'POST', url, payload });
    const ask = (showName: string) =>
      post('/api/agent/booking-request', { showName, message: 'About the ÖSTERLICHE.' });
    assert.equal((await ask('Priel Radio')).statusCode, 200);
    for (const [id, topic] of [
      ['kit-1', 'priel'],
      ['kit-2', 'lamps'],
    ] as const) {
      const kit = JSON.stringify({ guestKitId: id, showName: 'Night boats', topic, bio: 'Wrote about the Priel.' });
      await db.insertInto('guestKits').values({ id, kit, createdAt: 1 }).execute();
    }
    const agent = { name: 'Reader', purpose: 'Reads about every Priel', whyNoPayment: 'None' };
    const row = { id: 'agent-1', tokenHash: 'x', ...agent, network: null, createdAt: 1, revokedAt: null };
    await db.insertInto('agentTiers').values(row).execute();
    assert.deepEqual(await found(browser, 'priel'), [
      ['items', 'An old Priel', 'Priel at night', 'Österlicher Priel'],
      ['bookings', 'Priel Radio'],
      ['agents', 'Reader'],
      ['kits', 'Night boats'],
    ]);
    assert.deepEqual(await found(browser, 'österliche priel'), [
      ['items', 'Österlicher Priel'],
      ['bookings', 'Priel Radio'],
    ]);
    const states = (await search(browser, { words: 'EBB' })).groups[0]!.hits.map(({ state, href }) => [
      state!.label,
      href,
    ]);
    assert.deepEqual(states, [
      ['Rejected', '/console/published/rejected/ebb-three-00000003'],
      ['Published', '/console/published/ebb-two-00000002'],
      ['Waiting', '/console/inbox/ebb-one-00000001'],
    ]);
    for (const nothing of ['%', '_', "'", 'priel nowhere', 'guestKitId'])
      assert.deepEqual(await found(browser, nothing), [], nothing);
    assert.deepEqual(await found(browser, ' '), []);
  });

  test('a kind with many results has its own pages', async () => {
    const { db, browser } = await fresh();
    const agent = { purpose: 'tides', whyNoPayment: null, network: null, revokedAt: null };
    for (let n = 1; n <= 30; n++) {
      const row = { id: `agent-${n}`, tokenHash: `x${n}`, name: `Agent ${n}`, ...agent, createdAt: n };
      await db.insertInto('agentTiers').values(row).execute();
    }
    const [group] = (await search(browser, { words: 'tides' })).groups;
    assert.deepEqual([group!.hits.length, group!.total, group!.more], [8, 30, '/search?words=tides&kind=agents']);
    const second = await search(browser, { words: 'tides', kind: 'agents', page: '2' });
    assert.deepEqual(
      [second.groups[0]!.hits.map(({ title }) => title), second.pager],
      [['Agent 5', 'Agent 4', 'Agent 3', 'Agent 2', 'Agent 1'], { newer: '/search?words=tides&kind=agents' }],
    );
  });

  test('a list remembers its filter until it is cleared or the session ends', async () => {
    const { console, browser } = await fresh();
    const at = async (path: string, from = browser) => {
      const answer = await from.get(path);
      return answer.statusCode === 303 ? answer.headers.location : readPage<BookingsModel>(answer).model.status;
    };
    assert.equal(await at('/bookings'), undefined);
    assert.equal(await at('/bookings?status=declined&words=tide'), 'declined');
    assert.equal(await at('/bookings'), '/console/bookings?status=declined&words=tide');
    assert.equal(
      await at('/bookings?notice=saved&count=2'),
      '/console/bookings?status=declined&words=tide&notice=saved&count=2',
    );
    assert.equal(await at('/subscriptions'), undefined);
    assert.equal(await at('/bookings?page=2'), undefined);
    assert.equal(await at('/bookings'), undefined);
    await at('/bookings?status=declined');
    const other = await signInByLink(console);
    other.filters = browser.filters;
    assert.equal(await at('/bookings', other), undefined);
    assert.equal(await at('/bookings?status=&words='), undefined);
    assert.equal(await at('/bookings'), undefined);
  });

  test('a foreign cookie filters nothing, and filters that are too long for a cookie are not remembered', async () => {
    const { browser } = await fresh();
    for (const { pages: own, filters = [] } of pages)
      for (const path of Object.keys(own))
        if (filters.length > 0) {
          const all = filters.map((name) => [name, 'ö'.repeat(200)]);
          await browser.get(`${path}?${new URLSearchParams(all)}`);
          assert.ok(browser.filters.length < 4000, path);
        }
    for (const strange of ['x', '%7B', 'null', '?status=declined', 'x?status=declined']) {
      browser.filters = `greenroom-session-filters-bookings=${encodeURIComponent(strange)}`;
      assert.equal((await browser.get('/bookings')).statusCode, 200, strange);
    }
  });
});
