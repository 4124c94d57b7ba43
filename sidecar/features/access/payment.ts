// Operations of the two payment endpoints.
import { ApiError } from '#contract/errors.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import { priceSats } from '#domain/access/access.ts';
import { isoTime } from '#domain/instants.ts';
import type { ServedFacts } from '../../release/release.ts';
import { type ChallengeDeps, toPaymentContext } from './challenge.ts';
import { openClientInvoice, type ClientInvoiceRequest } from './client-invoices.ts';
import { withWalletErrors } from './paywall.ts';
import { createAccessToken, termsOfSale } from './grants.ts';
import { findInvoice, minPayMs } from './invoices.ts';
import { settleEarlierInvoice } from './settle.ts';
import { readTokenId } from './token.ts';
import { type VerifyProblem, verifyPayment } from './verify.ts';

interface IssuedToken {
  accessToken: string;
  resourceId: string;
  /** RFC 3339 time. */
  expiresAt: string;
}

export interface Payment {
  /** Returns an open invoice of the client. */
  request: (facts: ServedFacts, request: ClientInvoiceRequest) => Promise<PaymentContext | 'not_paywalled'>;
  /** Returns the invoice of a context, or a new one for the same resource if it has expired. */
  renew: (
    facts: ServedFacts,
    contextToken: string,
    client: string,
  ) => Promise<PaymentContext | 'not_paywalled' | 'unknown' | 'tampered' | 'already_paid'>;
  verify: (facts: ServedFacts, key: Parameters<typeof verifyPayment>[2]) => Promise<IssuedToken | VerifyProblem>;
}

export function createPayment(deps: ChallengeDeps): Payment {
  const { db, now, secret, onTrouble } = deps;
  const requestPayment: Payment['request'] = async (facts, invoiceRequest) => {
    if (priceSats(facts.access, invoiceRequest.resourceId) === undefined) return 'not_paywalled';
    return toPaymentContext(await secret(), await openClientInvoice(deps, facts, invoiceRequest));
  };
  const renewPayment: Payment['renew'] = async (facts, contextToken, client) => {
    const derive = await secret();
    const tokenId = readTokenId(derive, contextToken);
    if (tokenId === 'tampered') return 'tampered';
    const invoice = tokenId && (await findInvoice(db, { tokenId }));
    if (!invoice) return 'unknown';
    if (invoice.state === 'settled') return 'already_paid';
    if (now() + minPayMs <= invoice.expiresAt) return toPaymentContext(derive, invoice);
    if ((await settleEarlierInvoice(deps, invoice)) === 'settled') return 'already_paid';
    const { pricePerMinute } = termsOfSale(invoice) ?? facts.access;
    const minutes = pricePerMinute && invoice.amountSats / pricePerMinute;
    return requestPayment(facts, { resourceId: invoice.resourceId, minutes, client });
  };
  const verify: Payment['verify'] = async (facts, key) => {
    const derive = await secret();
    const grant = await verifyPayment(deps, derive, key);
    if (typeof grant === 'string') return grant;
    const { preimage, resourceId } = grant;
    if (preimage === null) {
      const advice =
        'Send Authorization: L402 with the macaroon of the 402, a colon, and the preimage of your payment.';
      throw new ApiError('internal_error', `The wallet of this room does not reveal the preimage. ${advice}`);
    }
    const accessToken = createAccessToken(derive, facts.baseUrl, { ...grant, preimage });
    return { accessToken, resourceId, expiresAt: isoTime(grant.expiresAt) };
  };
  return {
    request: (...args) => withWalletErrors(onTrouble, () => requestPayment(...args)),
    renew: (...args) => withWalletErrors(onTrouble, () => renewPayment(...args)),
    verify: (...args) => withWalletErrors(onTrouble, () => verify(...args)),
  };
}
