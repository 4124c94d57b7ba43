// Paying for people: the payment that a browser holds, and whether it opens a text.
import type { Endpoint } from '#contract/endpoint.ts';
import { minutesBought, grantOpens } from '#domain/access/access.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import type { ServedFacts } from '../../release/release.ts';
import { findPurchases, opensResource } from './purchases.ts';
import { toPaymentContext } from './challenge.ts';
import { termsOfSale } from './grants.ts';
import type { Invoice } from './invoices.ts';
import type { Payment } from './payment.ts';
import type { Derive } from './secret.ts';
import type { SettleDeps } from './settle.ts';
import { createContextToken } from './token.ts';
import { bindToken, usageKey } from './uses.ts';
import { type VerifyProblem, verifyPayment } from './verify.ts';

export interface SpentPayment {
  giveBack: () => Promise<void>;
}
export type SpendProblem = 'used' | 'other_resource' | VerifyProblem;

export interface ReaderPayments {
  /** The open payment of this browser. */
  request: Payment['request'];
  renew: Payment['renew'];
  /** The page's own view of an invoice. */
  context: (invoice: Invoice) => Promise<PaymentContext>;
  /** The newest payment of one of these browser names that opens the resource, seen or not; for `usedFor` alone if it was used. */
  find: (
    facts: ServedFacts,
    clients: string[],
    wanted: { resourceId: string; usedFor?: string; minutes?: number | undefined },
  ) => Promise<string | undefined>;
  /** What the payment opens, or why it opens nothing. */
  check: (
    facts: ServedFacts,
    payment: string,
    resourceId: string,
  ) => Promise<'opens' | 'other_resource' | VerifyProblem>;
  /** Takes the payment for this one request; `giveBack` where it fails. */
  spend: (facts: ServedFacts, payment: string, record: Endpoint, body: object) => Promise<SpentPayment | SpendProblem>;
  /** For what is no text: the token that programs send. */
  token: (facts: ServedFacts, payment: string) => Promise<string | undefined>;
}

export const createReaderPayments = (
  deps: SettleDeps,
  secret: () => Promise<Derive>,
  payment: Payment,
): ReaderPayments => ({
  request: payment.request,
  renew: payment.renew,
  context: async (invoice) => toPaymentContext(await secret(), invoice),
  find: async ({ access }, clients, { resourceId, usedFor, minutes = 0 }) => {
    const isFor = opensResource(access, resourceId);
    const bought = await findPurchases(deps, clients, (one) => isFor(one) && (!one.usedFor || one.usedFor === usedFor));
    const [grant] = bought.filter((one) => (minutesBought(termsOfSale(one) ?? access, one) ?? Infinity) >= minutes);
    return grant && createContextToken(await secret(), grant.tokenId);
  },
  check: async ({ access }, contextToken, resourceId) => {
    const grant = await verifyPayment(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    // One payment, one result.
    if (grant.usedFor !== null) return 'expired';
    return grantOpens(access, grant.resourceId, resourceId, termsOfSale(grant) ?? access) ? 'opens' : 'other_resource';
  },
  spend: async ({ access }, contextToken, record, body) => {
    const grant = await verifyPayment(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    if (!grantOpens(access, grant.resourceId, record.access!.paywall!.resource, termsOfSale(grant) ?? access))
      return 'other_resource';
    return (await bindToken(deps.db, grant.tokenId, usageKey(record, { body })!)) ?? 'used';
  },
  token: async (facts, contextToken) => {
    const granted = await payment.verify(facts, { contextToken }).catch(() => undefined);
    return typeof granted === 'object' ? granted.accessToken : undefined;
  },
});
