import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

interface Surroundings {
  baseUrl?: string;
  isProduction?: boolean;
}

/** The wallet, or what is wrong with it. */
function read(env: Record<string, string>, { baseUrl, isProduction }: Surroundings = {}) {
  const around = { ...(baseUrl && { BASE_URL: baseUrl }), ...(isProduction && { NODE_ENV: 'production' }) };
  try {
    return { wallet: readSettings({ ...env, ...around }, '/srv').wallet, problems: [] };
  } catch (error) {
    return { wallet: undefined, problems: (error as Error).message.split('\n').slice(1) };
  }
}

test('the default wallet pays itself at a local address, and there is none elsewhere', () => {
  assert.equal(read({}).wallet?.kind, 'development');
  assert.equal(read({}, { isProduction: true }).wallet?.kind, 'none');
  assert.equal(read({}, { baseUrl: 'https://room.example' }).wallet?.kind, 'none');
  assert.equal(read({}, { baseUrl: 'http://127.0.0.1.evil.example' }).wallet?.kind, 'none');
});

test('the wallet that pays itself is refused in production and away from home', () => {
  assert.equal(read({ WALLET: 'development' }, { isProduction: true }).problems.length, 1);
  assert.equal(read({ WALLET: 'development' }, { baseUrl: 'https://room.example' }).problems.length, 1);
  assert.deepEqual(read({ WALLET: 'development' }).problems, []);
});

test('each wallet needs its settings, and what is told of a wrong one shows no secret', () => {
  const whole = {
    nwc: { NWC_URL: `nostr+walletconnect://${'ab'.repeat(32)}?relay=wss://relay.example&secret=${'cd'.repeat(32)}` },
    lnd: { LND_URL: 'https://127.0.0.1:8080/', LND_MACAROON: '0201' },
    phoenixd: { PHOENIXD_PASSWORD: 'word' },
    lnbits: { LNBITS_URL: 'https://lnbits.example', LNBITS_KEY: 'key' },
    cln: { CLN_URL: 'https://127.0.0.1:3010', CLN_RUNE: 'rune' },
    btcpay: { BTCPAY_URL: 'https://btcpay.example', BTCPAY_STORE: 'id', BTCPAY_KEY: 'key' },
  };
  for (const [kind, env] of Object.entries(whole)) {
    assert.deepEqual(read({ WALLET: kind, ...env }).problems, [], kind);
    assert.ok(read({ WALLET: kind }).problems.length > 0, kind);
  }
  const { problems } = read({ WALLET: 'nwc', NWC_URL: 'nostr+walletconnect://secret-thing' });
  assert.ok(problems.length === 1 && !problems[0]!.includes('secret-thing'));
  assert.deepEqual(read({ WALLET: 'lnd', ...whole.lnd }).wallet, {
    kind: 'lnd',
    url: 'https://127.0.0.1:8080',
    macaroon: '0201',
    certFile: undefined,
  });
  assert.match(read({ WALLET: 'gold' }).problems.join(), /WALLET is gold/);
});
