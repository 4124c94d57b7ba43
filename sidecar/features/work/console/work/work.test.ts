// Tests of the console: findings of work are shown, applied, accepted and rejected; income and tokens.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { PageModel } from '#sidecar/console/page.ts';
import type { loadIncomePage } from '#sidecar/features/access/console/income/page.ts';
import type { loadPricesPage } from '#sidecar/features/access/console/prices/page.ts';
import type { loadWorkPage } from './page.ts';
import type { MadeTask } from '../../rules/task.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';
import { openDesk } from '#sidecar/content/desk.ts';
import { readAuditLines, openConsole, readPage, signInByLink } from '#sidecar/console/test-console.ts';

const id = 'low-water-00000001';
const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-work-'));
after(() => rmSync(contentDir, { recursive: true, force: true }));
const file = join(contentDir, 'published', `${id}.md`);
const front = `id: ${id}\ntype: article\ntitle: Low water\ndate: 2026-01-01T00:00:00Z\nkeywords:\n  - sea\nthemeIds: []`;

const known = { answers: { a: 'sea' }, needed: 1 };
const tasks: MadeTask[] = [
  {
    type: 'label_classify',
    proves: false,
    description: '',
    input: { questions: [], options: [] },
    key: { ...known, open: { b: id } },
  },
  {
    type: 'summarize',
    proves: false,
    description: '',
    input: { title: '', text: '', minCharacters: 1, maxCharacters: 300 },
    key: { pieceId: id, language: 'en', summary: '' },
  },
  {
    type: 'micro_survey',
    proves: false,
    description: '',
    input: { title: '', text: '', questions: [] },
    key: { ...known, pieceId: id, open: { theme: id, ask: id } },
  },
];
const answers = [{ a: 'sea', b: 'tides' }, { summary: '<b>Short.</b>\u202e' }, { theme: 'The coast', ask: 'Why?' }];

onBothStores('work in the console', (open) => {
  const fresh = async () => {
    const { db } = open();
    for (const table of ['workTasks', 'workAnswers', 'workers', 'grants', 'audit'] as const)
      await db.deleteFrom(table).execute();
    mkdirSync(join(contentDir, 'published'), { recursive: true });
    writeFileSync(file, `---\n${front}\n---\n\nText.\n`);
    const console = openConsole(open(), { contentDir, console: { desk: openDesk(contentDir) } });
    const createdAt = console.clock.now;
    for (const [n, task] of tasks.entries()) {
      await db
        .insertInto('workTasks')
        .values({
          id: `t${n}`,
          origin: 'pool',
          type: task.type,
          task: JSON.stringify(task),
          resourceId: 'articles',
          state: 'open',
          client: null,
          leaseHash: null,
          leaseWorker: null,
          leaseUntil: 0,
          createdAt,
          expiresAt: createdAt,
        })
        .execute();
      await db
        .insertInto('workAnswers')
        .values({
          id: `a${n}`,
          taskId: `t${n}`,
          answers: JSON.stringify(answers[n]),
          state: n === 0 ? 'pending' : 'accepted',
          reason: null,
          workerName: 'w',
          worker: null,
          client: 'c',
          claimHash: null,
          tokenId: null,
          createdAt: createdAt + n,
          reviewedAt: null,
        })
        .execute();
    }
    const browser = await signInByLink(console);
    const rows = async (show = '') =>
      readPage<PageModel<typeof loadWorkPage>>(await browser.get(`/work${show}`)).model.rows;
    return { console, browser, rows, db };
  };

  test('findings are shown as plain text, and applied by an edit of the item', async () => {
    const { console, browser, rows } = await fresh();
    const [survey, summary] = await rows();
    assert.deepEqual([survey!.id, summary!.id], ['a2', 'a1']);
    assert.deepEqual(
      summary!.findings.map(({ value, takes }) => [value, takes]),
      [['<b>Short.</b>⟨U+202E⟩', 'may']],
    );
    assert.deepEqual(
      survey!.findings.map(({ takes }) => takes),
      ['may', 'no'],
    );
    for (const path of ['a0/take/0', 'a1/take/0', 'a2/take/0']) {
      const { location } = (await browser.post(`/work/${path}`)).headers;
      assert.equal(location, '/console/work?notice=taken&count=1');
    }
    const text = readFileSync(file, 'utf8');
    assert.match(text, /keywords:\n {2}- sea\n {2}- tides\n/);
    assert.match(text, /themeIds:\n {2}- coast\n/);
    assert.match(text, /Short/);
    assert.deepEqual(console.requested, ['build', 'build', 'build']);
    assert.ok((await readAuditLines(console)).includes(`creator: item.edited ${id}`));
    assert.equal((await rows())[0]!.findings[0]!.takes, 'has');
    for (const path of ['a2/take/1', 'a0/take/0'])
      assert.match(String((await browser.post(`/work/${path}`)).headers.location), /notTaken/);
    for (const path of ['a2/take/9', 'none/take/0', 'a2/take/x', 'none/accept'])
      assert.equal((await browser.post(`/work/${path}`)).statusCode, 404, path);
  });

  test('accepting pending work gives one token, rejecting revokes it, and each work is decided once', async () => {
    const { browser, rows, console, db } = await fresh();
    assert.deepEqual(
      (await rows('?show=pending')).map((row) => row.id),
      ['a0'],
    );
    const all = await Promise.all([1, 2, 3].map(() => browser.post('/work/a0/accept')));
    assert.equal(all.filter(({ headers }) => /workAccepted/.test(String(headers.location))).length, 1);
    const tokens = async () => readPage<PageModel<typeof loadIncomePage>>(await browser.get('/income')).model.tokens;
    const [token] = await tokens();
    assert.deepEqual([token!.resourceId, token!.source === 'work', (await tokens()).length], ['articles', true, 1]);
    const [grant] = await db.selectFrom('grants').selectAll().execute();
    assert.doesNotMatch((await browser.get('/income')).body, new RegExp(grant!.preimage!));
    await browser.post('/work/a1/reject');
    assert.match(String((await browser.post('/work/a1/seen')).headers.location), /workOver/);
    const revoked = await browser.post(`/income/${token!.tokenId}/revoke`);
    assert.equal(revoked.headers.location, '/console/income?notice=tokenRevoked&count=1');
    assert.deepEqual(await tokens(), []);
    assert.ok((await readAuditLines(console)).includes('creator: work.accepted a0'));
  });

  test('income counts only payments, by day and by resource', async () => {
    const { browser, console, db } = await fresh();
    const now = console.clock.now;
    const grant = { preimage: null, mintedAt: now, claimedAt: null, revokedAt: null };
    const rows = [
      { daysAgo: 0, amountSats: 21, resourceId: 'articles' },
      { daysAgo: 1, amountSats: 21, resourceId: 'articles' },
      { daysAgo: 1, amountSats: 5, resourceId: 'guest-kit' },
      { daysAgo: 40, amountSats: 999, resourceId: 'articles' },
    ];
    for (const [n, { daysAgo, amountSats, resourceId }] of rows.entries()) {
      const createdAt = now - daysAgo * 86_400_000;
      const key = { tokenId: `p${n}`, paymentHash: `h${n}`, source: 'payment' as const };
      await db
        .insertInto('grants')
        .values({ ...grant, ...key, resourceId, amountSats, createdAt, expiresAt: createdAt + 86_400_000 })
        .execute();
    }
    const own = { tokenId: 'play', paymentHash: 'hp', resourceId: 'articles', amountSats: 11 };
    const times = { createdAt: now, expiresAt: now + 86_400_000 };
    const invoice = { invoice: 'lnbcrt', wallet: 'development', state: 'settled', nextLookupAt: now } as const;
    await db
      .insertInto('invoices')
      .values({ ...own, ...times, ...invoice, client: null, terms: null, receivedMsat: 11_000, feeMsat: null })
      .execute();
    await db
      .insertInto('grants')
      .values({ ...grant, ...own, ...times, source: 'payment', revokedAt: now })
      .execute();
    const { model } = readPage<PageModel<typeof loadIncomePage>>(await browser.get('/income'));
    assert.deepEqual([model.sats, model.payments, model.days.length, model.playSats], [47, 3, 30, 11]);
    assert.deepEqual(
      model.days.slice(-2).map(({ sats }) => sats),
      [26, 21],
    );
    assert.deepEqual(model.resources, [
      { name: 'The text of any article', payments: 2, sats: 42 },
      { name: 'A guest kit', payments: 1, sats: 5 },
    ]);
    assert.deepEqual(model.wallets, [{ name: 'unknown', payments: 3, sats: 47 }]);
    const csv = (await browser.get('/income/payments.csv')).body.split('\r\n');
    assert.equal(csv.length, 7);
    assert.equal(csv[0]!.split(',')[0], 'paidAt');
    const playPayment = csv.find((line) => line.endsWith(',hp'))!.split(',');
    assert.deepEqual(playPayment.slice(1, 6), ['articles', 'development', 'yes', '11', '11']);
    assert.deepEqual(
      model.tokens.map(({ tokenId }) => tokenId),
      ['p0'],
    );
    assert.equal(
      readPage<PageModel<typeof loadIncomePage>>(await browser.get('/income?show=all')).model.tokens.length,
      5,
    );
  });

  test('the page of prices shows the problems of the file', async () => {
    const { browser } = await fresh();
    const prices = async () => readPage<PageModel<typeof loadPricesPage>>(await browser.get('/prices')).model;
    writeFileSync(join(contentDir, 'access.json'), '{"enabled": true, "prices": {"articles": 21}}');
    assert.deepEqual((await prices()).problems, []);
    writeFileSync(join(contentDir, 'access.json'), '{"enabled": 1}');
    assert.ok((await prices()).problems.length > 0);
  });
});
