import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { onBothStores } from './test-stores.ts';
import { migrations } from './migrations.ts';

const facts = {
  program: '0.3.0',
  readyAt: '2026-05-01T12:00:00.000Z',
  shareKey: 'share',
  'console.key': 'challenges',
  accessSecret: 'a1b2',
  privateFeeds: 'feeds',
  'requested.ingest': '1001',
  'build.running': '["build"]',
  'ingest.at': '1002',
  'build.at': '1003',
  'build.failed': '{"times":2,"at":1004}',
  'build.last': '{"ok":false,"output":"No disk","finishedAt":1005,"tookMs":6}',
  'publish.failure': '',
  'content.seen': 'c0ffee',
  'content.asked': '1777636800006.25',
  'feeds.seen': 'feed5',
  failing: '{" build":0,"podcast":1007,"blog":0}',
  'told.reminder b1 1008': '1009',
  'told.visitorMails 2026-05-01': '1010',
  'kept form of browser': '{"action":"write","params":{"id":"a"},"form":{"title":"River","tags":["x","y"]},"at":1011}',
  'prices.wallet': 'w1',
  'prices.facilitator': 'f1',
  'prices.live': '{"enabled":true}',
  outsideComparedAt: '1012',
  'last registration of an agent': '1013',
  'wallet.w1': 'sealed',
  announcing: 'release-1',
  'changelog.updated 1.4.0': '1014',
  receiptKeys:
    '[{"kid":"new","createdAt":"2026-05-02T00:00:00Z","publicJwk":{"x":"n"},"privateJwk":{"d":"s"}},{"kid":"old","createdAt":"2026-05-01T00:00:00Z","publicJwk":{"x":"o"}}]',
  'machine.web-1:3000':
    '{"name":"web-1:3000","role":"web","version":"0.3.0","release":"r","clockAheadMs":-3,"pool":{"total":4,"idle":2,"waiting":1},"seenAt":1015,"startedAt":1016}',
  'machine.builder:3000':
    '{"name":"builder:3000","role":"builder","version":"0.3.0","release":"r","clockAheadMs":0,"seenAt":1017,"startedAt":1018}',
  'fleet.current': '{"chain":[],"before":[]}',
  'fleet.files': '{"at":1}',
  'fleet.unpurged': '{"since":1019,"paths":["/a","/b"]}',
};

const noPool = { poolTotal: null, poolIdle: null, poolWaiting: null };

/** Rows of each table in the order of its first column. */
const rows: Record<string, object[]> = {
  storeVersion: [{ id: 1, version: '0.3.0' }],
  storeChecks: [{ id: 1, writtenAt: Date.parse('2026-05-01T12:00:00Z') }],
  secrets: [
    { name: 'accessSecret', value: 'a1b2' },
    { name: 'console.key', value: 'challenges' },
    { name: 'privateFeeds', value: 'feeds' },
    { name: 'shareKey', value: 'share' },
  ],
  buildRequests: [{ step: 'ingest', requestedAt: 1001 }],
  buildRuns: [{ track: 'build', steps: '["build"]' }],
  buildSteps: [
    { step: 'build', finishedAt: 1003 },
    { step: 'ingest', finishedAt: 1002 },
  ],
  buildFailures: [{ id: 1, times: 2, failedAt: 1004 }],
  buildResults: [{ id: 1, ok: 0, output: 'No disk', finishedAt: 1005, tookMs: 6 }],
  publishState: [{ id: 1, failure: null }],
  contentState: [{ id: 1, contentDigest: 'c0ffee', requestedChangeAt: 1777636800006.25, feedsDigest: 'feed5' }],
  failures: [
    { source: 'build', failingSince: 0, reported: 1 },
    { source: 'feed blog', failingSince: 0, reported: 1 },
    { source: 'feed podcast', failingSince: 1007, reported: 0 },
  ],
  sentNotices: [
    { key: 'reminder b1 1008', sentAt: 1009 },
    { key: 'visitorMails 2026-05-01', sentAt: 1010 },
  ],
  formDrafts: [
    {
      browser: 'browser',
      action: 'write',
      params: '{"id":"a"}',
      form: '{"title":"River","tags":["x","y"]}',
      createdAt: 1011,
    },
  ],
  walletState: [{ id: 1, testedWallet: 'w1', testedFacilitator: 'f1', livePrices: '{"enabled":true}', readAt: 1012 }],
  walletSettings: [{ walletId: 'w1', sealed: 'sealed' }],
  agentRegistration: [{ id: 1, registeredAt: 1013 }],
  announcedRelease: [{ id: 1, release: 'release-1' }],
  announcedVersions: [{ version: '1.4.0', announcedAt: 1014 }],
  signingKeys: [
    {
      number: 1,
      kid: 'old',
      createdAt: '2026-05-01T00:00:00Z',
      publicJwk: '{"x":"o"}',
      privateJwk: null,
      signs: null,
    },
    {
      number: 2,
      kid: 'new',
      createdAt: '2026-05-02T00:00:00Z',
      publicJwk: '{"x":"n"}',
      privateJwk: '{"d":"s"}',
      signs: 1,
    },
  ],
  fleetMachines: [
    {
      name: 'builder:3000',
      role: 'builder',
      version: '0.3.0',
      release: 'r',
      seenAt: 1017,
      startedAt: 1018,
      clockAheadMs: 0,
      ...noPool,
    },
    {
      name: 'web-1:3000',
      role: 'web',
      version: '0.3.0',
      release: 'r',
      seenAt: 1015,
      startedAt: 1016,
      clockAheadMs: -3,
      poolTotal: 4,
      poolIdle: 2,
      poolWaiting: 1,
    },
  ],
  fleetPointers: [
    { name: 'current', value: '{"chain":[],"before":[]}' },
    { name: 'files', value: '{"at":1}' },
  ],
  unpurgedPaths: [
    { path: '/a', changedAt: 1019 },
    { path: '/b', changedAt: 1019 },
  ],
};

onBothStores('state of an older store', (open) => {
  test('each fact of an older store arrives as a row, and the older version still finds its own', async () => {
    const { db, kind } = open();
    for (const [name, value] of Object.entries(facts))
      await sql`insert into facts (name, value) values (${name}, ${value})`.execute(db);
    for (const table of Object.keys(rows)) await sql`drop table ${sql.table(table)}`.execute(db);
    await migrations(kind)['170-state-tables']!.up(db);
    for (const [table, expected] of Object.entries(rows)) {
      const found = await sql<object>`select * from ${sql.table(table)} order by 1`.execute(db);
      assert.deepEqual(
        found.rows.map((row) => ({ ...row })),
        expected,
        table,
      );
    }
    const kept = await sql<{ name: string; value: string }>`select name, value from facts`.execute(db);
    assert.deepEqual(Object.fromEntries(kept.rows.map(({ name, value }) => [name, value])), facts);
  });
});
