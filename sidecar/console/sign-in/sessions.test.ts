// Tests attacks on sessions and their cookie: planted, stolen, or set by a subdomain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { consoleForEach, linkToken, openBrowser, signInByLink, type TestSettings } from '../test-console.ts';

const day = 86_400_000;

onBothStores('sessions', (open) => {
  const { console, start } = consoleForEach(open);

  test('session fixation: a cookie planted before sign-in is invalid afterwards', async () => {
    const browser = openBrowser(console);
    const planted = `greenroom-session=${'a'.repeat(43)}`;
    browser.cookie = planted;
    await browser.post('/sign-in/link', { link: await linkToken(console) });
    assert.notEqual(browser.cookie, planted);
    const thief = openBrowser(console);
    thief.cookie = planted;
    assert.ok(!(await thief.isSignedIn()));
  });

  test('each sign-in has a new token, and the previous one is invalid', async () => {
    const browser = await signInByLink(console);
    const before = browser.cookie;
    await browser.post('/sign-in/link', { link: await linkToken(console) });
    assert.notEqual(browser.cookie, before);
    const thief = openBrowser(console);
    thief.cookie = before;
    assert.ok(!(await thief.isSignedIn()));
  });

  test('a stolen cookie is invalid after sign-out, a week without use, or 90 days', async () => {
    const copyOf = (cookie: string) => Object.assign(openBrowser(console), { cookie });
    const out = await signInByLink(console);
    const stolen = copyOf(out.cookie);
    const answer = await out.post('/sign-out');
    assert.equal(answer.headers.location, '/console/sign-in?notice=signedOut&count=1');
    assert.equal(out.cookie, '');
    assert.ok(!(await stolen.isSignedIn()));

    const idle = await signInByLink(console);
    console.clock.now += 7 * day + 1;
    assert.ok(!(await copyOf(idle.cookie).isSignedIn()));

    const busy = await signInByLink(console);
    for (let n = 0; n < 15; n++) {
      console.clock.now += 6 * day;
      assert.ok(await copyOf(busy.cookie).isSignedIn());
    }
    console.clock.now += 1;
    assert.ok(!(await copyOf(busy.cookie).isSignedIn()));
  });

  test('the store holds no token: a copy of it signs nobody in', async () => {
    const { cookie } = await signInByLink(console);
    const link = await linkToken(console);
    const rows = [
      await open().db.selectFrom('sessions').selectAll().execute(),
      await open().db.selectFrom('signInLinks').selectAll().execute(),
    ];
    assert.ok(!JSON.stringify(rows).includes(cookie.split('=')[1]!));
    assert.ok(!JSON.stringify(rows).includes(link));
  });

  test('cookies are hidden from scripts and other sites, and with TLS restricted to this host', async () => {
    const cookiesAt = async (settings: TestSettings, headers: Record<string, string> = {}) => {
      const at = start(settings);
      const answer = await openBrowser(at).post('/sign-in/link', { link: await linkToken(at) }, headers);
      return [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).replace(/=[\w-]{43,}(?=;)/, '=…'));
    };
    const plain = ['Path=/console', 'HttpOnly', 'SameSite=Strict'].join('; ');
    assert.deepEqual(await cookiesAt({}), [
      `greenroom-session=…; Max-Age=7776000; ${plain}`,
      `greenroom-session-browser=…; Max-Age=34560000; ${plain}`,
    ]);
    const ofHost = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'].join('; ');
    const secure = [
      `__Host-greenroom=…; Max-Age=7776000; ${ofHost}`,
      `__Host-greenroom-browser=…; Max-Age=34560000; ${ofHost}`,
    ];
    const origin = 'https://room.example';
    assert.deepEqual(await cookiesAt({ baseUrl: origin }, { origin }), secure);
    const forwarded = { 'x-forwarded-proto': 'https' };
    assert.deepEqual(await cookiesAt({ trustProxy: ['127.0.0.1'] }, forwarded), secure);
    assert.equal((await cookiesAt({}, forwarded)).join().includes('Secure'), false);
  });

  test('cookie tossing: with TLS, a cookie that a subdomain could set is ignored', async () => {
    const { cookie } = await signInByLink(console);
    const secure = start({ baseUrl: 'https://room.example' });
    const tossed = openBrowser(secure);
    tossed.cookie = cookie;
    assert.ok(!(await tossed.isSignedIn()));
    tossed.cookie = cookie.replace('greenroom-session', '__Host-greenroom');
    assert.ok(await tossed.isSignedIn());
  });
});
