// Tests the account page: who may change the ways to sign in, and which browsers are signed out by it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { RemoveLastModel } from './credentials.ts';
import type { AccountModel } from './page.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { addCredential, readPasswordHash, savePassword } from '../sign-in/credentials.ts';
import { hashPassword, type PasswordHash } from '../sign-in/hash-password.ts';
import { registerTry } from '../sign-in/lock-out.ts';
import {
  readAuditLines,
  type Browser,
  consoleForEach,
  lowCost,
  openBrowser,
  readPage,
  signInByLink,
} from '../test-console.ts';

const hour = 3_600_000;
const old = 'tide lamp bucket';
let oldHash: PasswordHash;
before(async () => {
  oldHash = await hashPassword(old, lowCost);
});
const password = 'yellow door by the sea';

onBothStores('account', (open) => {
  const { console } = consoleForEach(open);

  const havePassword = () =>
    open()
      .db.transaction()
      .execute((tx) => savePassword(tx, oldHash, 1));
  const havePasskey = (id: string) =>
    open()
      .db.transaction()
      .execute((tx) =>
        addCredential(tx, { id, kind: 'passkey', label: `Key ${id}`, data: '{}', createdAt: 2, usedAt: null }),
      );
  const model = async (browser: Browser) => readPage<AccountModel>(await browser.get('/account')).model;
  const ids = async () =>
    (await open().db.selectFrom('credentials').select('id').orderBy('id').execute()).map(({ id }) => id);

  test('setting a password after sign-in by link signs out other browsers', async () => {
    const browser = await signInByLink(console);
    const other = await signInByLink(console);
    assert.equal((await model(browser)).hasPassword, false);
    const done = await browser.post('/account/password', { password, repeat: password });
    assert.equal(done.headers.location, '/console/account?notice=passwordSet&count=1');
    assert.ok(await browser.isSignedIn());
    assert.ok(!(await other.isSignedIn()));
    assert.ok((await readAuditLines(console)).includes('creator: password.set password'));
    assert.equal((await openBrowser(console).post('/sign-in/password', { password })).statusCode, 303);
  });

  test('a weak or mistyped password is rejected at its field and changes nothing', async () => {
    const browser = await signInByLink(console);
    const refused: [Record<string, string>, AccountModel['problems']][] = [
      [{ password: 'short' }, { password: 'Use at least 12 characters, for example a few words.' }],
      [
        { password: 'marta lindqvist', repeat: 'marta lindqvist' },
        { password: 'Choose a password that is not based on your name or your publication’s.' },
      ],
      [{ password, repeat: 'yellow door by the see' }, { repeat: 'The passwords do not match.' }],
    ];
    for (const [fields, problems] of refused) {
      const answer = await browser.post('/account/password', fields);
      assert.equal(answer.statusCode, 422);
      assert.deepEqual(readPage<AccountModel>(answer).model.problems, problems);
      assert.ok(!answer.body.includes('yellow door'));
    }
    assert.deepEqual(await ids(), []);
  });

  test('an attacker with an open browser cannot change the password without the current one', async () => {
    await havePassword();
    const browser = openBrowser(console);
    await browser.post('/sign-in/password', { password: old });
    assert.equal((await model(browser)).requiresOldPassword, true);
    for (const guess of ['', 'a wrong guess']) {
      const answer = await browser.post('/account/password', { old: guess, password, repeat: password });
      assert.deepEqual(readPage<AccountModel>(answer).model.problems, { old: 'Wrong password.' });
    }
    const done = await browser.post('/account/password', { old, password, repeat: password });
    assert.equal(done.headers.location, '/console/account?notice=passwordChanged&count=1');
    assert.notDeepEqual(await readPasswordHash(open().db), oldHash);
  });

  test('guessing the current password in an open browser is locked out', async () => {
    await havePassword();
    const browser = await signInByLink(console);
    console.clock.now += 2 * hour;
    const { tokenHash } = await open().db.selectFrom('sessions').select('tokenHash').executeTakeFirstOrThrow();
    for (let n = 0; n < 5; n++)
      await registerTry(open().db, { client: `session ${tokenHash}`, isKnown: true }, console.clock.now);
    const answer = await browser.post('/account/password', { old, password, repeat: password });
    assert.match(readPage<AccountModel>(answer).model.problems.old!, /^Too many attempts/);
  });

  test('the current password is not required right after sign-in by link', async () => {
    await havePassword();
    const browser = await signInByLink(console);
    assert.equal((await model(browser)).requiresOldPassword, false);
    assert.equal((await browser.post('/account/password', { password, repeat: password })).statusCode, 303);
    console.clock.now += hour + 1;
    assert.equal((await model(browser)).requiresOldPassword, true);
  });

  test('an attacker who finds an open browser later can neither add nor remove credentials', async () => {
    await havePasskey('a');
    const browser = await signInByLink(console);
    console.clock.now += hour + 1;
    for (const [path, fields] of [
      ['password', { password, repeat: password }],
      ['passkeys', { answer: '{}' }],
      ['remove', { id: 'a', sure: 'yes' }],
    ] as const) {
      const answer = await browser.post(`/account/${path}`, fields);
      assert.equal(answer.headers.location, '/console/account?notice=signInAgain&count=1', path);
    }
    assert.equal((await model(browser)).isFresh, false);
    assert.deepEqual(await ids(), ['a']);
  });

  test('a credential is removed immediately, the last one only after a warning', async () => {
    await havePassword();
    await havePasskey('a');
    const browser = await signInByLink(console);
    const other = await signInByLink(console);
    await browser.post('/account/remove', { id: 'password' });
    assert.deepEqual(await ids(), ['a']);
    assert.ok(!(await other.isSignedIn()));
    const warned = await browser.post('/account/remove', { id: 'a' });
    assert.deepEqual(readPage<RemoveLastModel>(warned).model, { id: 'a', kind: 'passkey', label: 'Key a' });
    assert.match(readPage(warned).frame.notice!.text, /you need a one-time link/);
    assert.deepEqual(await ids(), ['a']);
    await browser.post('/account/remove', { id: 'a', sure: 'yes' });
    assert.deepEqual(await ids(), []);
    assert.equal((await browser.post('/account/remove', { id: 'a', sure: 'yes' })).statusCode, 303);
    const removed = (await readAuditLines(console)).filter((row) => row.includes('removed'));
    assert.deepEqual(removed, ['creator: password.removed Password', 'creator: passkey.removed Key a']);
  });

  test('signed-in browsers are listed by name and can be signed out individually or all others together', async () => {
    const agent = (name: string) => ({ 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${name}/1.0` });
    const [first, second, third] = [
      await signInByLink(console, agent('Firefox')),
      await signInByLink(console, agent('Chrome')),
      await signInByLink(console, agent('Edg')),
    ];
    const listed = (await model(first)).signedIn;
    assert.deepEqual(listed.map(({ browser, isThis }) => [browser, isThis]).sort(), [
      ['Chrome on Linux', false],
      ['Edge on Linux', false],
      ['Firefox on Linux', true],
    ]);
    const { id } = listed.find(({ browser }) => browser === 'Chrome on Linux')!;
    const one = await first.post('/account/sessions/end', { id });
    assert.equal(one.headers.location, '/console/account?notice=browsersSignedOut&count=1');
    assert.ok(!(await second.isSignedIn()));
    assert.ok(await third.isSignedIn());
    await first.post('/account/sessions/end-others');
    assert.ok(!(await third.isSignedIn()));
    assert.ok(await first.isSignedIn());
    assert.deepEqual((await readAuditLines(console)).slice(3), [
      'creator: session.ended one',
      'creator: session.ended all others',
    ]);
  });

  test('characters that databases reject cause no failure', async () => {
    const browser = await signInByLink(console);
    for (const path of ['sessions/end', 'remove']) {
      assert.equal((await browser.post(`/account/${path}`, { id: 'a\0b' })).statusCode, 303, path);
    }
  });

  test('the account page contains no hash, key or token', async () => {
    await havePassword();
    const browser = await signInByLink(console);
    const { body } = await browser.get('/account');
    for (const secret of [oldHash.salt, oldHash.key, browser.cookie.split('=')[1]!]) assert.ok(!body.includes(secret));
  });
});
