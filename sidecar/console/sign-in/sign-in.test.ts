// Tests attacks on sign-in: guessing, forged forms, planted cookies, caches and proxies.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { SignInModel } from './model.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { savePassword } from './credentials.ts';
import { hashPassword, type PasswordHash } from './hash-password.ts';
import { registerTry } from './lock-out.ts';
import {
  readAuditLines,
  consoleForEach,
  forgetSignIns,
  linkToken,
  lowCost,
  openBrowser,
  readPage,
  signInByLink,
} from '../test-console.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const password = 'tide lamp bucket';
let hash: PasswordHash;
before(async () => {
  hash = await hashPassword(password, lowCost);
});

onBothStores('signing in', (open) => {
  const { console, start } = consoleForEach(open);

  const setPassword = () =>
    open()
      .db.transaction()
      .execute((tx) => savePassword(tx, hash, console.clock.now));
  const failTimes = async (times: number) => {
    for (let n = 0; n < times; n++)
      await registerTry(open().db, { client: '127.0.0.1', isKnown: false }, console.clock.now);
  };
  const enter = (text: string, headers?: Record<string, string>) =>
    openBrowser(console).post('/sign-in/password', { password: text }, headers);

  test('a link signs in once and invalidates earlier links', async () => {
    const older = await linkToken(console);
    const link = await linkToken(console);
    const browser = openBrowser(console);
    const answer = await browser.post('/sign-in/link', { link });
    assert.equal(answer.headers.location, '/console/account?notice=signedIn');
    assert.ok(await browser.isSignedIn());
    for (const used of [link, older, 'made up', '']) {
      const other = openBrowser(console);
      assert.equal((await other.post('/sign-in/link', { link: used })).statusCode, 403);
      assert.ok(!(await other.isSignedIn()));
    }
    assert.deepEqual(await readAuditLines(console), ['creator: signed-in link', 'somebody: sign-in.failed link']);
  });

  test('a link that a mail program or a chat previews still signs in afterwards, and none does after a day', async () => {
    const link = await linkToken(console);
    for (let n = 0; n < 3; n++) assert.equal((await openBrowser(console).get(`/sign-in?link=${link}`)).statusCode, 200);
    console.clock.now += day + 1;
    assert.equal((await openBrowser(console).post('/sign-in/link', { link })).statusCode, 403);
    console.clock.now -= 1;
    assert.equal(
      (await openBrowser(console).post('/sign-in/link', { link: await linkToken(console) })).statusCode,
      303,
    );
  });

  test('the password signs in, a wrong one is rejected at its field, and both are logged without it', async () => {
    await setPassword();
    assert.equal((await enter(password)).headers.location, '/console?notice=signedIn');
    const refused = await enter('tide lamp buckets');
    assert.equal(refused.statusCode, 403);
    assert.equal(readPage<SignInModel>(refused).model.passwordProblem, 'Wrong password.');
    assert.equal(refused.headers['set-cookie'], undefined);
    assert.deepEqual(await readAuditLines(console), [
      'creator: signed-in password',
      'somebody: sign-in.failed password',
    ]);
    assert.ok(!JSON.stringify(await open().db.selectFrom('audit').selectAll().execute()).includes('tide'));
  });

  test('asking whether a password is set: the same answers with and without one, up to the lock-out', async () => {
    const answers = async () => {
      await failTimes(4);
      const all = [await enter('a wrong password'), await enter('a wrong password')];
      return all.map(({ statusCode, body, headers }) => [statusCode, body, headers['retry-after']]);
    };
    const without = await answers();
    await forgetSignIns(console);
    await setPassword();
    assert.deepEqual(await answers(), without);
    assert.deepEqual([without[0]![0], without[1]![0]], [403, 429]);
  });

  test('password guessing: locked out after five, also after a restart and at another sidecar, while a link signs in', async () => {
    await setPassword();
    await failTimes(4);
    assert.equal((await enter('a wrong password')).statusCode, 403);
    const locked = await enter(password);
    assert.equal(locked.statusCode, 429);
    assert.equal(locked.headers['retry-after'], '60');
    assert.match(
      readPage<SignInModel>(locked).model.passwordProblem!,
      /again in a minute, or use a passkey, a new link or a browser/,
    );
    const other = start();
    assert.equal((await openBrowser(other).post('/sign-in/password', { password })).statusCode, 429);
    assert.ok(await (await signInByLink(console)).isSignedIn());
    console.clock.now += minute;
    assert.equal((await enter(password)).statusCode, 303);
    assert.equal((await readAuditLines(console)).filter((row) => row.startsWith('somebody')).length, 1);
  });

  test('a client cannot escape its lock-out by claiming another address, unless its proxy is trusted', async () => {
    await setPassword();
    const claim = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
    await failTimes(4);
    await enter('a wrong password', claim(1));
    assert.equal((await enter(password, claim(9))).statusCode, 429);
    const behindProxy = start({ trustProxy: ['127.0.0.1'] });
    const answer = await openBrowser(behindProxy).post('/sign-in/password', { password }, claim(9));
    assert.equal(answer.statusCode, 303);
  });

  test('lock-out by strangers from many addresses: a browser that signed in before still signs in by password, one that did not does not', async () => {
    await setPassword();
    const creator = await signInByLink(console);
    await creator.post('/sign-out');
    assert.ok(!(await creator.isSignedIn()));
    for (let n = 0; n < 40; n++) {
      await registerTry(open().db, { client: `203.0.113.${n}`, isKnown: false }, console.clock.now);
    }
    assert.equal((await enter(password)).statusCode, 429);
    assert.equal((await creator.post('/sign-in/password', { password })).statusCode, 303);
    assert.ok(await creator.isSignedIn());
    assert.equal((await enter(password)).statusCode, 429, 'what the creator did unlocks no stranger');
  });

  test('a forged, borrowed or old cookie makes no browser known, and a known one cannot guess on', async () => {
    await setPassword();
    const creator = await signInByLink(console);
    const [name, value] = creator.known.split('=') as [string, string];
    const known = creator.known;
    await failTimes(5);
    for (const forged of [
      '',
      `${name}=`,
      `${name}=${'A'.repeat(value.length)}`,
      `${name}=${creator.cookie.split('=')[1]}`,
    ]) {
      const stranger = openBrowser(console);
      stranger.known = forged;
      assert.equal((await stranger.post('/sign-in/password', { password })).statusCode, 429, forged);
    }
    const thief = openBrowser(console);
    thief.known = known;
    for (let n = 0; n < 5; n++) {
      assert.equal((await thief.post('/sign-in/password', { password: 'a wrong password' })).statusCode, 403);
    }
    assert.equal((await thief.post('/sign-in/password', { password })).statusCode, 429);
    console.clock.now += 401 * day;
    await failTimes(5);
    assert.equal((await thief.post('/sign-in/password', { password })).statusCode, 429);
  });

  test('login CSRF: a form of another, opaque or missing origin cannot sign in', async () => {
    await setPassword();
    const link = await linkToken(console);
    const forged: Record<string, string>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': '' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { origin: 'http://localhost:8080' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://rebound.example', host: 'rebound.example' },
    ];
    for (const headers of forged) {
      for (const [path, fields] of [
        ['password', { password }],
        ['link', { link }],
      ] as const) {
        const answer = await openBrowser(console).post(`/sign-in/${path}`, fields, headers);
        assert.equal(answer.statusCode, 403, JSON.stringify(headers));
        assert.equal(answer.headers['set-cookie'], undefined);
      }
    }
    const payload = new URLSearchParams({ link }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = '/console/sign-in/link';
    assert.equal((await console.app.inject({ method: 'POST', url, payload, headers: type })).statusCode, 403);
    assert.equal((await openBrowser(console).post('/sign-in/link', { link })).statusCode, 303);
  });

  test('CSRF: a form without the session’s token changes nothing', async () => {
    const browser = await signInByLink(console);
    for (const csrf of ['', 'made up', readPage(await (await signInByLink(console)).get('')).frame.signedIn!.csrf]) {
      assert.equal((await browser.post('/account/password', { csrf, password, repeat: password })).statusCode, 403);
      assert.equal((await browser.post('/sign-out', { csrf })).statusCode, 403);
    }
    assert.ok(await browser.isSignedIn());
    assert.equal(await open().db.selectFrom('credentials').select('id').executeTakeFirst(), undefined);
  });

  test('a huge form from somebody who is not signed in is refused before it is read', async () => {
    const answer = await openBrowser(console).post('/sign-in/password', { password: 'x'.repeat(64 * 1024) });
    assert.equal(answer.statusCode, 413);
  });
});
