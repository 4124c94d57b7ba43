// Tests of the directory in the console: only the operator blocks hosts, with a confirmation and an audit log entry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlockHostModel, DirectoryModel } from './model.ts';
import { readAuditLines, openBrowser, openConsole, readPage, signInByLink } from '#sidecar/console/test-console.ts';
import { emptyNexus, reportRoom } from '../../test-web.ts';
import { onBothStores } from '#sidecar/storage/test-stores.ts';

onBothStores('the directory in the console', (open) => {
  const fresh = async () => {
    const nexus = await emptyNexus(open());
    await open().db.deleteFrom('audit').execute();
    const console = openConsole(open(), { isNexus: true });
    const browser = await signInByLink(console);
    const view = async (query = '') => readPage<DirectoryModel>(await browser.get(`/directory${query}`)).model;
    const names = async (query?: string) =>
      (await view(query)).list.rows.map((row) => ('name' in row ? row.name : row.host));
    const listed = async () => (await nexus.nexus.creators({})).creators.map(({ agentBaseUrl }) => agentBaseUrl);
    return { nexus, console, browser, view, names, listed };
  };
  const block = (host: string, reason = '') => ({ host, reason, sure: 'yes' });

  test('rooms of all states are listed in pages, newest first, or filtered by host', async () => {
    const { nexus, view, names } = await fresh();
    for (let n = 1; n <= 26; n++) await reportRoom(nexus, `https://room${n}.example`, { name: `Room ${n}` });
    await open().db.updateTable('members').set({ status: 'dropped' }).where('name', '=', 'Room 26').execute();
    const { list, pages, tabs } = await view();
    const first = list.rows[0];
    const at = nexus.clock.now;
    const room26 = { origin: 'https://room26.example', host: 'room26.example', name: 'Room 26' };
    assert.deepEqual(first, { ...room26, status: 'dropped', itemCount: 0, registeredAt: at, seenAt: at });
    assert.deepEqual([list.rows.length, pages.total, pages.older], [25, 26, '/directory?page=2']);
    assert.deepEqual(
      tabs.map(({ label, count }) => `${label} ${count}`),
      ['Rooms 26', 'Blocked hosts 0'],
    );
    assert.deepEqual(await names('?page=2'), ['Room 1']);
    assert.deepEqual(await names('?page=99'), ['Room 1']);
    assert.deepEqual(await names('?host=https://ROOM7.example/about'), ['Room 7']);
    assert.equal((await view('?host=example')).pages.older, '/directory?host=example&page=2');
    for (const odd of ['a b', '%00', '%25', '‮', 'x'.repeat(5000)])
      assert.ok((await view(`?host=${encodeURI(odd)}`)).search, odd);
  });

  test('a host is blocked after a confirmation, and its rooms return after it is unblocked', async () => {
    const { nexus, console, browser, names, listed } = await fresh();
    for (const origin of ['https://bad.example', 'http://a.bad.example:8080', 'https://good.example'])
      await reportRoom(nexus, origin);
    const request = readPage<BlockHostModel>(await browser.post('/directory/block', { host: 'bad.example' }));
    assert.deepEqual([request.view, request.model.total, request.model.blockedBy], ['block-host', 2, undefined]);
    assert.equal((await listed()).length, 3);

    const done = await browser.post('/directory/block', block('bad.example', ' Advertising,\n again\u202e '));
    assert.equal(done.headers.location, '/console/directory?notice=hostBlocked&count=2');
    assert.deepEqual(await listed(), ['https://good.example']);
    await assert.rejects(nexus.nexus.register('https://new.bad.example'));
    const [row] = await open().db.selectFrom('blockedHosts').selectAll().execute();
    assert.deepEqual({ ...row }, { host: 'bad.example', reason: 'Advertising, again', blockedAt: console.clock.now });
    const again = readPage<BlockHostModel>(await browser.post('/directory/block', { host: 'x.bad.example' })).model;
    assert.equal(again.blockedBy?.host, 'bad.example');
    for (const query of ['', '&host=bad.example', '&host=deep.x.bad.example'])
      assert.deepEqual(await names(`?show=blocked${query}`), ['bad.example']);

    const unblock = () => browser.post('/directory/unblock', { host: 'bad.example' });
    assert.match(String((await unblock()).headers.location), /notice=hostUnblocked/);
    assert.match(String((await unblock()).headers.location), /notice=hostNotBlocked/);
    await reportRoom(nexus, 'https://bad.example');
    assert.equal((await listed()).length, 2);
    const decisions = (await readAuditLines(console)).filter((line) => line.includes('host.'));
    assert.deepEqual(decisions, ['creator: host.blocked bad.example', 'creator: host.unblocked bad.example']);
  });

  test('an invalid host is refused with a problem at its field', async () => {
    const { browser, view } = await fresh();
    for (const host of ['', 'no host', 'http://', `${'a'.repeat(300)}.example`]) {
      const answer = await browser.post('/directory/block', block(host));
      assert.equal(answer.statusCode, 422);
      assert.match(readPage<DirectoryModel>(answer).model.block.problem!, /valid host/);
    }
    assert.match((await view('?host=no%20host')).search.problem!, /valid host/);
    assert.equal((await view('?show=blocked')).pages.total, 0);
  });

  test('names with bidirectional controls and look-alike hosts are shown unambiguously', async () => {
    const { nexus, view } = await fresh();
    await reportRoom(nexus, 'https://ex\u0430mple.org.:444', { name: 'A\u202eB\u0007<b>\u2067' });
    const [row] = (await view()).list.rows as { name: string; host: string; origin: string }[];
    assert.deepEqual([row!.name, row!.host], ['AB<b>', 'xn--exmple-4nf.org']);
    assert.equal(row!.origin, 'https://xn--exmple-4nf.org.:444');
  });

  test('CSRF: without session, secret or origin nothing is blocked', async () => {
    const { nexus, console, browser, listed } = await fresh();
    await reportRoom(nexus, 'https://good.example');
    const stranger = openBrowser(console);
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent = [
      await stranger.post('/directory/block', block('good.example')),
      await browser.post('/directory/block', { ...block('good.example'), csrf: 'guessed' }),
      await browser.post('/directory/block', block('good.example'), evil),
      await stranger.get('/directory'),
      await browser.get('/directory/block?host=good.example&sure=yes'),
    ];
    // A GET request to the address of a form redirects to its page.
    assert.deepEqual(
      sent.map(({ statusCode }) => statusCode),
      [303, 403, 403, 303, 303],
    );
    assert.equal((await listed()).length, 1);
    await browser.post('/directory/block', block('bad.example'));
    for (const answer of [
      await stranger.post('/directory/unblock', { host: 'bad.example' }),
      await browser.post('/directory/unblock', { host: 'bad.example', csrf: '' }),
    ])
      assert.ok([303, 403].includes(answer.statusCode));
    assert.equal((await open().db.selectFrom('blockedHosts').select('host').execute()).length, 1);
  });

  test('a room that is not a Nexus has no directory', async () => {
    const browser = await signInByLink(openConsole(open()));
    const page = readPage(await browser.get('/directory'));
    assert.ok(!page.frame.signedIn!.sections.some(({ label }) => label === 'Directory'));
    assert.deepEqual([page.view, page.model.status], ['problem', 404]);
    for (const action of ['block', 'unblock'])
      assert.equal((await browser.post(`/directory/${action}`, block('bad.example'))).statusCode, 404);
  });
});
