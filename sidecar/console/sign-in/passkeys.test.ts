// Tests attacks on passkeys: replay, answers to other challenges, other sites, and unverified devices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { readAuditLines, type Browser, consoleForEach, openBrowser, signInByLink } from '../test-console.ts';
import { passkeyHost } from './passkeys.ts';
import { type Lies, newAuthenticator } from './test-authenticator.ts';

const minute = 60_000;

onBothStores('passkeys', (open) => {
  const { console, start } = consoleForEach(open);

  const question = async (browser: Browser, path: string): Promise<string> =>
    (await browser.get(path)).json<{ challenge: string }>().challenge;
  const questionAtDoor = () => question(openBrowser(console), '/sign-in/passkey');

  const added = async () => {
    const browser = await signInByLink(console);
    const device = newAuthenticator();
    const answer = device.create(await question(browser, '/account/passkey'));
    const done = await browser.post('/account/passkeys', { answer, label: 'My phone' });
    assert.equal(done.headers.location, '/console/account?notice=passkeyAdded&count=1');
    console.clock.now += minute;
    return { browser, device };
  };
  const enter = async (answer: string) => (await openBrowser(console).post('/sign-in/passkey', { answer })).statusCode;

  test('a passkey that was added signs in, and both are in the audit list', async () => {
    const { device } = await added();
    const browser = openBrowser(console);
    const done = await browser.post('/sign-in/passkey', { answer: device.get(await questionAtDoor()) });
    assert.equal(done.headers.location, '/console?notice=signedIn');
    assert.ok(await browser.isSignedIn());
    assert.deepEqual((await readAuditLines(console)).slice(1), [
      'creator: passkey.added My phone',
      'creator: signed-in passkey',
    ]);
  });

  test('the challenge at sign-in names no passkey and no person, and is the same whether there are any', async () => {
    const request = async () => {
      const { challenge: _, ...rest } = (await openBrowser(console).get('/sign-in/passkey')).json();
      return rest;
    };
    const before = await request();
    await added();
    assert.deepEqual(await request(), before);
    assert.deepEqual(Object.keys(before).sort(), ['rpId', 'timeout', 'userVerification']);
  });

  test('replay: a captured response signs in once, even if sent many times concurrently', async () => {
    const { device } = await added();
    const answer = device.get(await questionAtDoor());
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => enter(answer)));
    assert.deepEqual(all.sort(), [303, 403, 403, 403, 403]);
    assert.equal(await enter(answer), 403);
    console.clock.now += minute;
    assert.equal(await enter(answer), 403);
    assert.equal(await enter(device.get(await questionAtDoor())), 303);
  });

  test('a response older than the passkey’s last use is rejected', async () => {
    const { device } = await added();
    const kept = device.get(await questionAtDoor());
    console.clock.now += 1;
    assert.equal(await enter(device.get(await questionAtDoor())), 303);
    assert.equal(await enter(kept), 403);
  });

  test('a response to an expired or foreign challenge is rejected', async () => {
    const { browser, device } = await added();
    const late = device.get(await questionAtDoor());
    const own = device.get(Buffer.alloc(56, 7).toString('base64url'));
    const short = device.get('AA');
    const forAdding = device.get(await question(browser, '/account/passkey'));
    for (const answer of [own, short, forAdding]) assert.equal(await enter(answer), 403);
    console.clock.now += 10 * minute + 1;
    assert.equal(await enter(late), 403);
  });

  test('phishing: a response for another site, origin or purpose is rejected', async () => {
    const { device } = await added();
    const lies: Lies[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:8080' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { isUnverified: true },
    ];
    for (const lie of lies)
      assert.equal(await enter(device.get(await questionAtDoor(), lie)), 403, JSON.stringify(lie));
  });

  test('an unknown device, or one that claims the id of another, is rejected', async () => {
    const { device } = await added();
    const stranger = newAuthenticator();
    assert.equal(await enter(stranger.get(await questionAtDoor())), 403);
    const claim = { ...JSON.parse(stranger.get(await questionAtDoor())), id: device.id, rawId: device.id };
    assert.equal(await enter(JSON.stringify(claim)), 403);
  });

  test('a cloned device is detected by its counter', async () => {
    const { device } = await added();
    assert.equal(await enter(device.get(await questionAtDoor(), { counter: 5 })), 303);
    console.clock.now += 1;
    assert.equal(await enter(device.get(await questionAtDoor(), { counter: 5 })), 403);
    assert.equal(await enter(device.get(await questionAtDoor(), { counter: 6 })), 303);
  });

  test('malformed responses are rejected without an error', async () => {
    const { device } = await added();
    const shapes = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '{}',
      '{"id":1}',
      `{"id":"${device.id}"}`,
      '{"id":"password"}',
      '{"id":"\\u0000"}',
    ];
    const deep = { id: device.id, rawId: device.id, type: 'public-key', response: { clientDataJSON: 'AAAA' } };
    for (const answer of [...shapes, JSON.stringify(deep)]) assert.equal(await enter(answer), 403, answer);
  });

  test('a passkey is added only for the session’s challenge, this room and a verified user', async () => {
    const browser = await signInByLink(console);
    const other = await signInByLink(console);
    const device = newAuthenticator();
    const answers = [
      device.create(await question(other, '/account/passkey')),
      device.create(await questionAtDoor()),
      device.create(await question(browser, '/account/passkey'), { origin: 'https://evil.example' }),
      device.create(await question(browser, '/account/passkey'), { rpId: 'evil.example' }),
      device.create(await question(browser, '/account/passkey'), { isUnverified: true }),
      device.get(await question(browser, '/account/passkey')),
      '{}',
    ];
    for (const answer of answers) assert.equal((await browser.post('/account/passkeys', { answer })).statusCode, 422);
    assert.equal(await open().db.selectFrom('credentials').select('id').executeTakeFirst(), undefined);
  });

  test('a device is asked not to make a second passkey, and one that is known is not overwritten', async () => {
    const { browser, device } = await added();
    const request = (await browser.get('/account/passkey')).json<{ challenge: string; excludeCredentials: object[] }>();
    assert.deepEqual(request.excludeCredentials, [{ id: device.id, type: 'public-key' }]);
    const again = await browser.post('/account/passkeys', { answer: device.create(request.challenge), label: 'Again' });
    assert.equal(again.statusCode, 422);
    assert.equal(await enter(device.get(await questionAtDoor())), 303);
  });

  test('if passkeys are not supported, none is requested or accepted', async () => {
    const { device } = await added();
    const answer = device.get(await questionAtDoor());
    const bare = start({ baseUrl: 'http://127.0.0.1:4321' });
    bare.clock.now = console.clock.now;
    const browser = openBrowser(bare);
    assert.equal((await browser.get('/sign-in/passkey')).statusCode, 404);
    assert.equal((await browser.post('/sign-in/passkey', { answer })).statusCode, 403);
  });
});

test('passkeys require a host name with TLS or localhost', () => {
  assert.equal(passkeyHost('https://room.example:8443'), 'room.example');
  assert.equal(passkeyHost('http://localhost:4321'), 'localhost');
  for (const none of ['http://room.example', 'http://127.0.0.1:4321', 'https://203.0.113.5', 'https://[2001:db8::1]']) {
    assert.equal(passkeyHost(none), undefined, none);
  }
});
