// Rooms with prices whose wallet is missing or has not answered: texts stay open, the creator is told, and prices go
// live by themselves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idOf, pricedText, testContent } from './content.ts';
import { command, manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';
import { fetchWithUsdc } from './usdc.ts';
import { until } from './until.ts';
import { type LightningWallet, startWallet } from './wallet.ts';

const path = `/api/article/${idOf('priced', 10)}/markdown`;
const access = JSON.stringify({ enabled: true, prices: { articles: 21 } });
let wallet: LightningWallet;
let withWallet: RunningRoom;
let without: RunningRoom;
let inUsdc: RunningRoom;

before(async () => {
  wallet = await startWallet();
  await wallet.down(true);
  const shared = { RATES: manyRequests, ALLOWED_HOSTS: new URL(wallet.url).host };
  const lnbits = { WALLET: 'lnbits', LNBITS_URL: wallet.url, LNBITS_KEY: wallet.key };
  withWallet = await startRoom(await testContent({ 'access.json': access }), { ...shared, ...lnbits });
  without = await startRoom(await testContent({ 'access.json': access }), { NODE_ENV: 'production' });
  const usdc = { facilitator: wallet.url, payTo: `0x${'d4'.repeat(20)}`, perBitcoin: 60_000 };
  const file = JSON.stringify({ ...(JSON.parse(access) as object), usdc });
  inUsdc = await startRoom(await testContent({ 'access.json': file }), { ...shared, NODE_ENV: 'production' });
});
after(async () => {
  await Promise.all([withWallet.stop(), without.stop(), inUsdc.stop()]);
  await wallet.stop();
});

const get = (room: RunningRoom, at = path) => fetch(room.baseUrl + at);

test('a production room without a wallet locks no text, and log and doctor say why', async () => {
  const answer = await get(without);
  assert.equal(answer.status, 200);
  assert.ok((await answer.text()).includes(pricedText));
  const sold = await postJson(without, '/api/l402/payment-request', { resourceId: 'articles' });
  assert.equal(sold.status, 400);
  assert.match(without.printed(), /no wallet/);
  const said = await command(without.env, 'doctor', '--only', 'wallet').catch((error: Error) =>
    String((error as { stdout?: string }).stdout ?? error.message),
  );
  assert.match(said, /there are prices but no wallet/);
});

test('prices go live once the wallet answers, and stay through an outage and a restart', async () => {
  assert.equal((await get(withWallet)).status, 200);
  await wallet.down(false);
  await until(async () => (await get(withWallet)).status === 402, 'the price is live');
  await wallet.down(true);
  await withWallet.rebuild();
  await withWallet.restart();
  assert.equal((await get(withWallet)).status, 402);
});

test('a room without a Lightning wallet sells only in USDC, as soon as its facilitator responds', async () => {
  await wallet.down(false);
  await until(async () => (await get(inUsdc)).status === 402, 'the price is live');
  const refused = await get(inUsdc);
  const { error, tiers } = (await refused.json()) as {
    error: { message: string; details: { reason: string } };
    tiers: { id: string }[];
  };
  assert.equal(error.details.reason, 'usdc_only');
  assert.match(error.message, /USDC.*21 sats/);
  assert.deepEqual([refused.headers.get('www-authenticate'), refused.headers.get('retry-after')], [null, null]);
  assert.ok(tiers.every(({ id }) => id !== 'pay'));
  const { response } = await fetchWithUsdc(inUsdc.baseUrl + path);
  assert.equal(response.status, 200);
  assert.ok((await response.text()).includes(pricedText));
  await wallet.down(true);
  await inUsdc.rebuild();
  assert.equal((await get(inUsdc)).status, 402);
});
