import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usdcRequirement } from '#domain/access/usdc.ts';
import type { OutgoingResponse, Send } from '../../outgoing/outgoing.ts';
import { onBothStores } from '../../storage/test-stores.ts';
import { readComparison } from './compare.ts';
import { listPayments, readIncome } from './ledger.ts';
import { secretReader } from './secret.ts';
import { openUsdc } from './usdc.ts';

const now = () => 1_800_000_000_000;
const usdc = { facilitator: 'https://facilitator.example', payTo: `0x${'a1'.repeat(20)}`, perBitcoin: 60_000 };
const access = { enabled: true, prices: { 'guest-kit': 21 }, usdc };
const sold = { resourceId: 'guest-kit', amountSats: 21 };
const facts = { access, baseUrl: 'http://room.example' } as never;
const paymentOf = (nonce: string, resourceId = 'guest-kit') => ({
  accepted: usdcRequirement(access, resourceId, 21)!,
  payload: { authorization: { nonce } },
});

/** Answers of the facilitator for each step. */
const saying =
  (says: Record<string, object | 'nothing'>, asked: string[] = []): Send =>
  async (address) => {
    const step = address.split('/').at(-1)!;
    asked.push(step);
    if (says[step] === 'nothing') throw new Error('closed');
    return {
      status: 200,
      headers: {},
      body: Buffer.from(JSON.stringify(says[step])),
      address,
    } as unknown as OutgoingResponse;
  };
const works = { verify: { isValid: true }, settle: { success: true, transaction: '0xabc' } };

onBothStores('payments in USDC', (open) => {
  test('each payment is recorded once, with its transaction and separate from satoshis', async () => {
    const { db } = open();
    const asked: string[] = [];
    const { token, receipt } = openUsdc({ db, secret: secretReader(db), now, send: saying(works, asked) });
    const tokens = await Promise.all([1, 2, 3].map(() => token(facts, sold, paymentOf('once'))));
    assert.ok(tokens[0] && new Set(tokens).size === 1);
    assert.deepEqual(asked, ['verify', 'settle']);
    const { real, usdc: income } = await readIncome(db, 0);
    assert.deepEqual(real, []);
    assert.deepEqual(
      income.map(({ usdc, payments }) => [usdc, payments]),
      [[0.0126, 1]],
    );
    const [line] = await listPayments(db);
    assert.deepEqual([line!.wallet, Number(line!.usdcMicros)], ['usdc', 12_600]);
    assert.deepEqual((await readComparison(db, 0)).differences, []);
    const grant = (await db.selectFrom('grants').selectAll().executeTakeFirst())!;
    assert.equal(((await receipt(grant, paymentOf('once'))) as { transaction: string }).transaction, '0xabc');
  });

  test('nothing is granted until the facilitator responds, the creator sees the payment, and the signature works later', async () => {
    const { db } = open();
    const parts = { db, secret: secretReader(db), now };
    const silent = openUsdc({ ...parts, send: saying({ ...works, settle: 'nothing' }) });
    await assert.rejects(silent.token(facts, sold, paymentOf('silent')), /cannot be reached/);
    const unknown = async () => (await readComparison(db, 0)).differences.map(({ difference }) => difference);
    assert.deepEqual(await unknown(), ['usdc_unknown']);
    const refusing = openUsdc({
      ...parts,
      send: saying({ ...works, settle: { success: false, errorReason: 'nonce' } }),
    });
    assert.equal(await refusing.token(facts, sold, paymentOf('silent')), '');
    assert.deepEqual(await unknown(), ['usdc_unknown'], 'the first attempt may have been settled');
    const working = openUsdc({ ...parts, send: saying(works) });
    assert.ok(await working.token(facts, sold, paymentOf('silent')));
    assert.deepEqual(await unknown(), []);
  });

  test('a signature for a different resource or price is not settled, and a refused payment grants nothing', async () => {
    const { db } = open();
    const asked: string[] = [];
    const { token } = openUsdc({ db, secret: secretReader(db), now, send: saying(works, asked) });
    assert.equal(await token(facts, sold, paymentOf('other', 'transcribe')), '');
    assert.equal(await token(facts, { ...sold, amountSats: 22 }, paymentOf('other')), '');
    assert.equal(await token({ access: { ...access, usdc: undefined } } as never, sold, paymentOf('other')), '');
    assert.deepEqual(asked, []);
    const refused = openUsdc({ db, secret: secretReader(db), now, send: saying({ verify: { isValid: false } }) });
    assert.equal(await refused.token(facts, sold, paymentOf('other')), '');
  });
});
