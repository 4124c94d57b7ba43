// Tests what all responses of the console have in common: other sites, caches, frames and search engines are shut out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '#domain/instants.ts';
import type { ConsoleDeps } from './deps.ts';
import type { SignInModel } from './sign-in/model.ts';
import type { WriteModel } from './write/page.ts';
import { countCallsIn30Days } from '../http/call-figures.ts';
import { sqliteStore } from '../storage/test-stores.ts';
import { consoleForEach, linkToken, openBrowser, readPage, signInByLink } from './test-console.ts';

const password = 'tide lamp bucket';
const open = sqliteStore();
const { console, start } = consoleForEach(open);

test('a form as JSON or as plain text, which needs no preflight, is not read', async () => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await openBrowser(console).post('/sign-in/link', { link: 'x' }, { 'content-type': type });
    assert.equal(answer.statusCode, 415);
    assert.equal(answer.headers['cache-control'], 'private, no-store');
  }
});

test('Host header attacks: no response links to the host that the client names', async () => {
  for (const name of ['host', 'x-forwarded-host']) {
    const behindProxy = start({ trustProxy: ['127.0.0.1'] });
    const browser = openBrowser(behindProxy, { [name]: 'evil.example' });
    const sent = await browser.get('/inbox');
    assert.equal(sent.headers.location, '/console/sign-in?to=%2Finbox');
    assert.ok(!(await browser.get('/sign-in')).body.includes('evil'));
    const origin = 'http://evil.example';
    assert.equal((await browser.post('/sign-in/link', { link: 'x' }, { origin })).statusCode, 403);
  }
});

test('the console cannot be framed, cached, indexed or read by other origins', async () => {
  const browser = await signInByLink(console);
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const answers = [
    await browser.get('', evil),
    await browser.get('/account', evil),
    await browser.get('/sign-in', evil),
    await browser.get('/sign-in/passkey', evil),
    await browser.get('/account/passkey', evil),
    await browser.get('/nothing', evil),
    await browser.get('/_astro/nothing.js', evil),
    await openBrowser(console).get('', evil),
    await browser.post('/nothing'),
    await browser.post('/sign-out', {}, evil),
    await browser.post('/account/sessions/end-others'),
  ];
  for (const method of ['OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PROPFIND'] as const) {
    for (const url of ['/console', '/console/sign-in', '/console/account/password', '/console/nothing']) {
      const asked = { ...evil, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-a' };
      const answer = await console.app.inject({ method: method as 'PUT', url, headers: asked });
      assert.equal(answer.statusCode, 405, `${method} ${url}`);
      assert.match(String(answer.headers.allow), /^GET(, POST)?$/);
      answers.push(answer);
    }
  }
  for (const { headers, raw } of answers) {
    const name = `${raw.req.method} ${raw.req.url}`;
    assert.equal(headers['cache-control'], 'private, no-store', name);
    assert.match(String(headers['content-security-policy']), /script-src 'self';.*frame-ancestors 'none'/, name);
    assert.equal(headers['x-frame-options'], 'DENY', name);
    assert.equal(headers['x-robots-tag'], 'noindex', name);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', name);
    assert.deepEqual(
      Object.keys(headers).filter((header) => header.startsWith('access-control')),
      [],
      name,
    );
  }
});

test('after sign-out every address redirects to the sign-in page', async () => {
  const browser = await signInByLink(console);
  await browser.post('/sign-out');
  for (const path of ['', '/account', '/account/passkey', '/nothing', '/%2e%2e/console']) {
    const answer = await browser.get(path);
    assert.equal(answer.statusCode, 303, path);
    const to = path === '/account' ? '?to=%2Faccount' : '';
    assert.equal(answer.headers.location, `/console/sign-in${to}`, path);
  }
  assert.equal((await browser.get('/')).headers.location, '/console');
  assert.equal((await browser.post('/account/password', { password, repeat: password })).statusCode, 303);
  assert.equal(await open().db.selectFrom('credentials').select('id').executeTakeFirst(), undefined);
});

test('input is returned if the form is rejected because the session ended or changed', async () => {
  const reply = 'Thank you for asking. The evening of the spring tide would suit me best.';
  const browser = await signInByLink(console);
  const csrf = readPage(await browser.get('')).frame.signedIn!.csrf;
  for (const [cookie, secret] of [
    [browser.cookie, 'another'],
    ['', csrf],
  ] as const) {
    browser.cookie = cookie;
    browser.known = '';
    const answer = await browser.post('/bookings/some-id', {
      reply,
      csrf: secret,
      password: reply,
      status: 'declined',
    });
    assert.equal(answer.statusCode, 403);
    assert.deepEqual(readPage<{ typed: string[] }>(answer).model.typed, [reply]);
  }
});

test('input sent after the session ended is restored once after sign-in, only for a known browser', async () => {
  const typed = { kind: 'note', title: 'Low water', text: 'The ford is dry on Monday, and the causeway until noon.' };
  const browser = await signInByLink(console);
  browser.cookie = '';
  const sent = await browser.post('/write', { ...typed, csrf: 'over', password });
  assert.equal(sent.headers.location, '/console/sign-in?notice=formKept');
  const link = { link: await linkToken(console) };
  assert.equal((await browser.post('/sign-in/link', link)).headers.location, '/console/again?notice=signedIn');
  const page = readPage<WriteModel>(await browser.get('/again'));
  assert.deepEqual([page.view, page.model.values.title, page.model.values.text], ['write', typed.title, typed.text]);
  assert.equal((await browser.get('/again')).headers.location, '/console');
});

test('a form is stored for an hour and no longer', async () => {
  const browser = await signInByLink(console);
  browser.cookie = '';
  await browser.post('/write', { kind: 'note', title: 'Low water' });
  console.clock.now += hourMs + 1;
  const answer = await browser.post('/sign-in/link', { link: await linkToken(console) });
  assert.equal(answer.headers.location, '/console/account?notice=signedIn');
});

test('sign-in continues to the requested page, and to no address outside the console', async () => {
  const browser = openBrowser(console);
  const asked = (await browser.get('/audit?subject=x&notice=saved')).headers.location!;
  assert.equal(asked, `/console/sign-in?to=${encodeURIComponent('/audit?subject=x')}`);
  assert.equal(readPage<SignInModel>(await browser.get(asked.slice('/console'.length))).model.to, '/audit?subject=x');
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '/sign-out', '@evil.example'])
    assert.equal(readPage<SignInModel>(await browser.get(`/sign-in?${new URLSearchParams({ to })}`)).model.to, '', to);
});

test('a browser that rejects cookies gets a message instead of a redirect loop', async () => {
  const answer = await openBrowser(console).get('?notice=signedIn');
  assert.equal(answer.headers.location, '/console/sign-in?notice=cookieLost');
});

test('a visitor from a link on another site is forwarded, because the browser withheld the cookie', async () => {
  const model = async (site: string) =>
    readPage<SignInModel>(await openBrowser(console).get('/sign-in', { 'sec-fetch-site': site })).model;
  assert.equal((await model('cross-site')).isFromElsewhere, true);
  assert.equal((await model('none')).isFromElsewhere, false);
});

test('console requests are not counted as API calls', async () => {
  const address = await console.app.listen({ host: '127.0.0.1', port: 0 });
  const total = async () => (await countCallsIn30Days(open().db, console.clock.now)).total;
  await fetch(`${address}/console/sign-in`);
  await fetch(`${address}/console/sign-in/passkey`);
  await console.calls.flush();
  assert.equal(await total(), 0);
  await fetch(`${address}/api/agent/nothing`);
  await console.calls.flush();
  assert.equal(await total(), 1);
});

const nothingBuilt: ConsoleDeps['builds'] = {
  getReady: async () => {},
  request: async () => {},
  last: async () => undefined,
  isUnderWay: async () => false,
};

test('opening a page with decisions warms up the builder, only for signed-in creators', async () => {
  let readied = 0;
  const own = start({ console: { builds: { ...nothingBuilt, getReady: async () => void readied++ } } });
  await openBrowser(own).get('/inbox');
  const browser = await signInByLink(own);
  await browser.get('/bookings');
  assert.equal(readied, 0);
  for (const path of ['/inbox', '/published']) assert.equal((await browser.get(path)).statusCode, 200);
  assert.equal(readied, 2);
});

test('a full disk is reported as a temporary problem, as everywhere', async () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  const refuse = () => Promise.reject(full);
  const own = start({
    console: { builds: { ...nothingBuilt, request: refuse } },
  });
  const browser = await signInByLink(own);
  const answer = await browser.post('/feeds/read');
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '10');
  assert.match(readPage<{ message: string }>(answer).model.message, /^Nothing can be stored/);
});
