// USDC over x402 version 2: a facilitator verifies and settles signed payments, and each signature creates one grant.
// @spec-gap usdc
import { isDeepStrictEqual } from 'node:util';
import { parseJsonObject } from '#domain/text/json-object.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { usdcRequirement, type UsdcRequirement } from '#domain/access/usdc.ts';
import { priceTerms } from '#domain/access/access.ts';
import { sha256 } from '#domain/ids.ts';
import { createRequestLimits } from '../../outgoing/limits.ts';
import type { Send } from '../../outgoing/outgoing.ts';
import type { ServedFacts } from '../../release/release.ts';
import type { Db } from '../../storage/store.ts';
import { createAccessToken, findGrant, type Grant, grantPayment } from './grants.ts';
import { findInvoice, type Invoice, unsettledFields } from './invoices.ts';
import type { X402Payment } from './rails.ts';
import type { Derive } from './secret.ts';
import { WalletTrouble } from './wallets/wallet.ts';

export interface UsdcDeps {
  db: Db;
  secret: () => Promise<Derive>;
  /** Returns milliseconds since the epoch. */
  now: () => number;
  send?: Send | undefined;
}

/** Limits of a request to the facilitator, which waits for a block. */
const limits = createRequestLimits(40_000, 64 * 1024);

type FacilitatorAnswer = Record<string, unknown>;

/** Sends a request. Throws WalletTrouble if the result is unknown, so that the client repeats it later. */
async function requestFacilitator(send: Send, url: string, path: string, body?: object): Promise<FacilitatorAnswer> {
  const headers = { 'Content-Type': 'application/json' };
  const posted = body && { method: 'POST' as const, headers, body: JSON.stringify(body) };
  const answer = await send(`${url.replace(/\/$/, '')}/${path}`, { ...posted, limits }).catch((error: Error) => {
    throw new WalletTrouble(`The facilitator cannot be reached: ${error.message}`);
  });
  if (answer.status >= 500) throw new WalletTrouble(`The facilitator answered ${answer.status}`);
  return answer.status < 300 ? (parseJsonObject(answer.body.toString()) ?? {}) : {};
}

type FacilitatorCall = (step: 'verify' | 'settle') => Promise<FacilitatorAnswer>;

const facilitatorCaller =
  (send: Send, url: string, payment: X402Payment, requirement: UsdcRequirement): FacilitatorCall =>
  (step) =>
    requestFacilitator(send, url, step, {
      x402Version: 2,
      paymentPayload: payment,
      paymentRequirements: requirement,
    });

/**
 * Throws WalletTrouble unless the facilitator lists the network or, if it has no list, verifies an unsigned payment.
 */
export async function testFacilitator(send: Send, access: AccessFile): Promise<void> {
  const { facilitator } = access.usdc!;
  const requirement = usdcRequirement(access, 'articles', 1)!;
  const { kinds } = await requestFacilitator(send, facilitator, 'supported');
  const unsigned = { x402Version: 2, accepted: requirement, payload: {} };
  const call = facilitatorCaller(send, facilitator, unsigned, requirement);
  const works = Array.isArray(kinds)
    ? (kinds as (FacilitatorAnswer | null)[]).some(
        (kind) => kind?.network === requirement.network && kind.scheme === 'exact',
      )
    : typeof (await call('verify')).isValid === 'boolean';
  if (!works) throw new WalletTrouble(`The facilitator does not support USDC on ${requirement.network}`);
}

export const usdcWallet = 'usdc';

/**
 * Records a payment before it is settled, so that the creator sees it even after a crash. Returns true for the first
 * attempt with this signature.
 */
async function recordAttempt(
  { db, now }: UsdcDeps,
  row: Pick<Invoice, 'tokenId' | 'paymentHash' | 'resourceId' | 'amountSats' | 'terms' | 'usdcMicros'>,
) {
  const times = { createdAt: now(), expiresAt: now(), nextLookupAt: now() };
  const fields = {
    ...unsettledFields,
    wallet: usdcWallet,
    walletId: null,
    invoice: '',
    client: null,
    comment: null,
    zapRequest: null,
    comparedAt: now(),
  };
  const inserted = await db
    .insertInto('invoices')
    .values({ ...fields, ...row, ...times, state: 'lapsed', difference: 'usdc_unknown' })
    .onConflict((conflict) => conflict.column('tokenId').doNothing())
    .returning('tokenId')
    .executeTakeFirst();
  return inserted !== undefined;
}

const recordOutcome = (db: Db, tokenId: string, invoice: string) =>
  db.updateTable('invoices').set({ invoice, difference: null }).where('tokenId', '=', tokenId).execute();

interface UsdcSale {
  resourceId: string;
  amountSats: number;
}

async function settleOnce(
  deps: UsdcDeps,
  facts: ServedFacts,
  { resourceId, amountSats }: UsdcSale,
  requirement: UsdcRequirement,
  tokenId: string,
  call: FacilitatorCall,
): Promise<void> {
  if ((await call('verify')).isValid !== true) return;
  const preimage = (await deps.secret())('preimage', tokenId);
  const paymentHash = sha256(preimage);
  const usdcMicros = Number(requirement.amount);
  const isFirst = await recordAttempt(deps, {
    tokenId,
    paymentHash,
    resourceId,
    amountSats,
    terms: priceTerms(facts.access),
    usdcMicros,
  });
  const { success, transaction, errorReason } = await call('settle');
  if (success !== true && /pending|timeout/.test(String(errorReason)))
    throw new WalletTrouble('The facilitator has not settled the payment yet');
  if (success === true)
    await grantPayment(deps.db, paymentHash, { state: 'settled', preimage: preimage.toString('hex') }, deps.now());
  // A failed retry does not tell whether the first attempt succeeded.
  if (success === true || isFirst) await recordOutcome(deps.db, tokenId, String(transaction ?? '').slice(0, 200));
}

export interface Usdc {
  /** Returns the access token of a signed payment, or an empty string if it is not paid. */
  token: (facts: ServedFacts, sold: UsdcSale, payment: X402Payment) => Promise<string>;
  receipt: (grant: Grant, payment: X402Payment) => Promise<object>;
}

export function openUsdc(deps: UsdcDeps): Usdc {
  const { db, send, secret } = deps;
  const pending = new Map<string, Promise<void>>();
  const token: Usdc['token'] = async (facts, sold, payment) => {
    const requirement = usdcRequirement(facts.access, sold.resourceId, sold.amountSats);
    const { usdc } = facts.access;
    if (!requirement || !usdc || !send) return '';
    // A signature for a different price or resource is not settled.
    const isSame = Object.entries(requirement).every(([name, value]) =>
      isDeepStrictEqual(payment.accepted[name], value),
    );
    if (!isSame) return '';
    const tokenId = sha256(`${usdcWallet}\n${sold.resourceId}\n${JSON.stringify(payment.payload)}`);
    if (!(await findGrant(db, tokenId))) {
      const call = facilitatorCaller(send, usdc.facilitator, payment, requirement);
      const work = pending.get(tokenId) ?? settleOnce(deps, facts, sold, requirement, tokenId, call);
      pending.set(tokenId, work);
      await work.finally(() => pending.delete(tokenId));
    }
    const grant = await findGrant(db, tokenId);
    return grant?.preimage
      ? createAccessToken(await secret(), facts.baseUrl, { ...grant, preimage: grant.preimage })
      : '';
  };
  return {
    token,
    receipt: async ({ tokenId }, { accepted }) => {
      const transaction = (await findInvoice(db, { tokenId }))?.invoice ?? '';
      return { success: true, transaction, network: accepted.network, payer: '' };
    },
  };
}
