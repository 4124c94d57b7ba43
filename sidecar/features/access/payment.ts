// What the two payment endpoints do, with the wallet at hand.
import { ApiError } from '#contract/errors.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import { priceSats } from '#domain/access/access.ts';
import { isoTime } from '#domain/instants.ts';
import type { ServedFacts } from '../../release/release.ts';
import { type ChallengeDeps, contextOf } from './challenge.ts';
import { openFor, type Wanted } from './open-for.ts';
import { orWalletIsDown } from './paywall.ts';
import { accessTokenOf, soldAt } from './grants.ts';
import { findInvoice, leastLeftMs } from './invoices.ts';
import { settleFormer } from './settle.ts';
import { tokenIdIn } from './token.ts';
import { type Unverified, verify } from './verify.ts';

interface Granted {
  accessToken: string;
  resourceId: string;
  /** RFC 3339 instant. */
  expiresAt: string;
}

export interface Payment {
  /** Always an invoice of the client's own. */
  request: (facts: ServedFacts, wanted: Wanted) => Promise<PaymentContext | 'not_paywalled'>;
  /** The payment of a context again; a new one for the same resource where its invoice has expired. */
  again: (
    facts: ServedFacts,
    contextToken: string,
    client: string,
  ) => Promise<PaymentContext | 'not_paywalled' | 'unknown' | 'tampered' | 'already_paid'>;
  verify: (facts: ServedFacts, asked: Parameters<typeof verify>[2]) => Promise<Granted | Unverified>;
}

export function paymentOf(deps: ChallengeDeps): Payment {
  const { db, now, secret, onTrouble } = deps;
  const request: Payment['request'] = async (facts, wanted) => {
    if (priceSats(facts.access, wanted.resourceId) === undefined) return 'not_paywalled';
    return contextOf(await secret(), await openFor(deps, facts, wanted));
  };
  const again: Payment['again'] = async (facts, contextToken, client) => {
    const derive = await secret();
    const tokenId = tokenIdIn(derive, contextToken);
    if (tokenId === 'tampered') return 'tampered';
    const invoice = tokenId && (await findInvoice(db, { tokenId }));
    if (!invoice) return 'unknown';
    if (invoice.state === 'settled') return 'already_paid';
    if (now() + leastLeftMs <= invoice.expiresAt) return contextOf(derive, invoice);
    if ((await settleFormer(deps, invoice)) === 'settled') return 'already_paid';
    const { pricePerMinute } = soldAt(invoice) ?? facts.access;
    const minutes = pricePerMinute && invoice.amountSats / pricePerMinute;
    return request(facts, { resourceId: invoice.resourceId, minutes, client });
  };
  const verified: Payment['verify'] = async (facts, asked) => {
    const derive = await secret();
    const grant = await verify(deps, derive, asked);
    if (typeof grant === 'string') return grant;
    const { preimage, resourceId } = grant;
    if (preimage === null) {
      const advice =
        'Send Authorization: L402 with the macaroon of the 402, a colon, and the preimage that you paid for.';
      throw new ApiError('internal_error', `The wallet of this room does not show the preimage. ${advice}`);
    }
    const accessToken = accessTokenOf(derive, facts.baseUrl, { ...grant, preimage });
    return { accessToken, resourceId, expiresAt: isoTime(grant.expiresAt) };
  };
  return {
    request: (...args) => orWalletIsDown(onTrouble, () => request(...args)),
    again: (...args) => orWalletIsDown(onTrouble, () => again(...args)),
    verify: (...args) => orWalletIsDown(onTrouble, () => verified(...args)),
  };
}
