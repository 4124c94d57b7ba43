// Tests Today, figures and settings on both stores.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FiguresModel } from '../stats/page.ts';
import type { SettingsModel } from '../settings/page.ts';
import type { TodayModel } from './page.ts';
import { recordPublishing } from '../../jobs/publishing.ts';
import { readSettings } from '../../settings/settings.ts';
import { listSettings } from '../settings/list-settings.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { openConsole, readPage, signInByLink, type TestSettings } from '../test-console.ts';
import type { Release } from '../../release/release.ts';
import { itemsInMemory, testItem } from '../../release/test-items.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-overview-'));
cpSync(fileURLToPath(new URL('../../../content/example', import.meta.url)), contentDir, {
  recursive: true,
  filter: (path) => !path.endsWith('.build'),
});
after(() => rmSync(contentDir, { recursive: true, force: true }));

onBothStores('the overview of the console', (open) => {
  const fresh = async (settings: TestSettings = {}) => {
    const { db } = open();
    for (const table of ['deliveries', 'events', 'subscriptions', 'bookings', 'calls', 'itemCalls'] as const)
      await db.deleteFrom(table).execute();
    const console = openConsole(open(), { contentDir, ...settings });
    return { db, console, browser: await signInByLink(console) };
  };

  test('Today shows waiting things and abandoned deliveries, newest first', async () => {
    const { db, console, browser } = await fresh();
    const post = (url: string, payload: object) => console.app.inject({ method: 'POST', url, payload });
    for (let n = 1; n <= 7; n++) {
      console.clock.now += 1000;
      await post('/api/agent/booking-request', { showName: `Show ${n}` });
    }
    const callbackUrl = 'https://hooks.example.org/key';
    await post('/api/agent/webhook-subscribe', { callbackUrl, events: ['dot.approved'] });
    const { id } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow();
    const at = { attempts: 10, nextAttemptAt: 1, claimedUntil: 0 };
    for (let n = 1; n <= 6; n++) {
      await db
        .insertInto('events')
        .values({ id: `e${n}`, type: 'dot.approved', payload: '{}', createdAt: n })
        .execute();
      const row = { eventId: `e${n}`, subscriptionId: id, state: 'exhausted' as const, ...at };
      await db.insertInto('deliveries').values(row).execute();
    }
    await recordPublishing(db, 'the bucket refused (403)');
    const sectionsNow = async () => readPage<TodayModel>(await browser.get('')).model.sections;
    const { waiting, sections } = readPage<TodayModel>(await browser.get('')).model;
    assert.deepEqual(
      waiting.map(({ count, path }) => [count, path]),
      [
        [3, '/inbox'],
        [7, '/bookings?status=received'],
        [1, '/subscriptions?status=pending'],
      ],
    );
    const [publishing, exhausted, bookings] = sections;
    assert.deepEqual(
      sections.map(({ id }) => id),
      ['publishing', 'exhausted', 'bookings'],
    );
    assert.deepEqual(publishing!.paragraphs!.at(-1)!.values, { failure: 'the bucket refused (403)' });
    await recordPublishing(db, undefined);
    assert.deepEqual(
      (await sectionsNow()).map(({ id }) => id),
      ['exhausted', 'bookings'],
    );
    assert.deepEqual(
      bookings!.lines!.map(({ title }) => title),
      ['Show 7', 'Show 6', 'Show 5', 'Show 4', 'Show 3'],
    );
    assert.equal(bookings!.more!.label, 'All 7');
    assert.equal(exhausted!.title, '6 deliveries failed');
    assert.deepEqual(
      exhausted!.lines!.map(({ title, facts }) => [title, facts[0]!.text, facts[1]!.at]),
      [6, 5, 4, 3, 2].map((at) => ['dot.approved', 'https://hooks.example.org', at]),
    );
  });

  test('Figures show calls by agents and others, and the most requested items', async () => {
    const item = testItem('tide-00000001', { title: 'The tide' });
    const path = `/articles/${item.id}`;
    const release = {
      pages: new Map([[path, {}]]) as unknown as Release['pages'],
      index: { items: itemsInMemory([item]), updatedAt: '2026-05-01T12:00:00Z' },
    };
    const { console, browser } = await fresh({ release });
    for (let n = 0; n < 25; n++) {
      const request = { url: '/api/agent/booking-request', payload: { showName: 'Many' }, remoteAddress: '10.9.9.9' };
      await console.app.inject({ method: 'POST', ...request });
    }
    for (let n = 0; n < 3; n++) console.calls.count(path, 'agent');
    for (let n = 0; n < 5; n++) console.calls.count('/api/agent', n < 2 ? 'agent' : undefined);
    await console.calls.flush();
    const { days, total, agent, refused, chart, items } = readPage<FiguresModel>(await browser.get('/stats')).model;
    assert.deepEqual([days.length, total, agent, refused], [30, 5, 2, 5]);
    assert.deepEqual([chart.maximum, chart.bars.at(-1)!.totalHeight], [10, 50]);
    assert.deepEqual(items, [{ title: 'The tide', path, total: 3, agent: 3 }]);
  });

  test('Settings show current values and summaries of the files, and no secret', async () => {
    const env = { DATABASE_URL: 'postgres://ida:hunter2@db.lan/room?sslpassword=hunter2', PORT: '8080' };
    const settings = listSettings(env, readSettings(env, '/srv/room'), contentDir);
    const commands = ['start', 'backup', 'restore', 'test'];
    const { browser } = await fresh({ about: { settings, commands } });
    writeFileSync(join(contentDir, 'access.json'), '{"enabled": "yes"}');
    rmSync(join(contentDir, 'timeline.json'), { force: true });
    const answer = await browser.get('/settings');
    const model = readPage<SettingsModel>(answer).model;
    assert.doesNotMatch(answer.body, /hunter2/);
    assert.equal(model.settings.find(({ name }) => name === 'PORT')?.value, '8080');
    const [creator, access, timeline] = model.files;
    assert.equal(creator!.path, 'creator.json');
    assert.match(creator!.says.join(), /Chart Datum/);
    assert.deepEqual([access!.says, access!.problems], [[], ['enabled must be boolean']]);
    assert.match(timeline!.says.join(), /only entries from feeds/);
    const prices = model.sections.find(({ id }) => id === 'access')!;
    assert.equal(prices.paragraphs![0]!.text, 'Everything is free because prices are turned off.');
    assert.deepEqual(model.commands, ['backup', 'restore']);
    assert.deepEqual([model.store.kind, model.store.bytes > 10_000], [open().kind, true]);
    assert.equal(model.versions.find(({ name }) => name === 'Node')?.value, process.versions.node);
  });
});
