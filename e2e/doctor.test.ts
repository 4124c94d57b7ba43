// npm run doctor, against each kind of wallet.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { testContent } from './content.ts';
import { command } from './room.ts';
import { type LightningWallet, startWallet } from './wallet.ts';

let wallet: LightningWallet;
let env: NodeJS.ProcessEnv;
let data: string;
before(async () => {
  wallet = await startWallet();
  data = await mkdtemp(join(tmpdir(), 'greenroom-doctor-'));
  env = { ...process.env, CONTENT_DIR: await testContent(), DATA_DIR: data, BASE_URL: '', PORT: '4000' };
});
after(async () => {
  await wallet.stop();
  await rm(data, { recursive: true, force: true });
});

const doctor = (settings: Record<string, string>) =>
  command({ ...env, ...settings }, 'doctor', '--try', '--only', 'settings,wallet').then(
    (said) => ({ code: 0, said }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );

const kinds = (): Record<string, Record<string, string>> => ({
  nwc: { NWC_URL: wallet.nwcUrl },
  lnd: { LND_URL: wallet.url, LND_MACAROON: wallet.macaroon },
  phoenixd: { PHOENIXD_URL: wallet.url, PHOENIXD_PASSWORD: wallet.password },
  lnbits: { LNBITS_URL: wallet.url, LNBITS_KEY: wallet.key },
  cln: { CLN_URL: wallet.url, CLN_RUNE: wallet.rune },
  btcpay: { BTCPAY_URL: wallet.url, BTCPAY_STORE: wallet.store, BTCPAY_KEY: wallet.key },
  development: {},
});

test('an invoice is made and looked up at each wallet', async () => {
  for (const [kind, settings] of Object.entries(kinds())) {
    const { code, said } = await doctor({ WALLET: kind, ...settings });
    assert.equal(code, 0, said);
    assert.match(said, new RegExp(`ok {4}wallet: ${kind} created the invoice lnbcrt\\S+ \\((open|settled)\\)`));
  }
});

test('the doctor reports problems without secrets', async () => {
  const { code, said } = await doctor({ WALLET: 'lnbits', LNBITS_URL: wallet.url, LNBITS_KEY: 'wrong-secret-key' });
  assert.equal(code, 1);
  assert.match(said, /FAIL {2}wallet: LNbits refuses the credential/);
  assert.ok(!said.includes('wrong-secret-key'));
  const unset = await doctor({ WALLET: 'lnd' });
  assert.equal(unset.code, 1);
  assert.match(unset.said, /LND_URL: WALLET=lnd needs it/);
  const production = await doctor({ WALLET: 'development', NODE_ENV: 'production' });
  assert.match(production.said, /WALLET is development/);
  assert.match((await doctor({ WALLET: 'gold' })).said, /WALLET is gold: give one of nwc/);
});
