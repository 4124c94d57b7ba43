// Payments of people in browsers, and the access that they give.
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
  /** Returns an open invoice for this browser. */
  request: Payment['request'];
  renew: Payment['renew'];
  /** Returns the payment context of an invoice. */
  context: (invoice: Invoice) => Promise<PaymentContext>;
  /** Finds the latest payment of these clients for the resource that is unused or was used for `usedFor`. */
  find: (
    facts: ServedFacts,
    clients: string[],
    query: { resourceId: string; usedFor?: string; minutes?: number | undefined },
  ) => Promise<string | undefined>;
  /** Checks whether the payment gives access to the resource. */
  check: (
    facts: ServedFacts,
    payment: string,
    resourceId: string,
  ) => Promise<'opens' | 'other_resource' | VerifyProblem>;
  /** Uses the payment for one request. Call `giveBack` if the request fails. */
  spend: (
    facts: ServedFacts,
    payment: string,
    endpoint: Endpoint,
    body: object,
  ) => Promise<SpentPayment | SpendProblem>;
  /** Returns the access token of the payment for use in programs. */
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
    const purchases = await findPurchases(
      deps,
      clients,
      (grant) => isFor(grant) && (!grant.usedFor || grant.usedFor === usedFor),
    );
    const [grant] = purchases.filter(
      (purchase) => (minutesBought(termsOfSale(purchase) ?? access, purchase) ?? Infinity) >= minutes,
    );
    return grant && createContextToken(await secret(), grant.tokenId);
  },
  check: async ({ access }, contextToken, resourceId) => {
    const grant = await verifyPayment(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    // A used payment gives no further access.
    if (grant.usedFor !== null) return 'expired';
    return grantOpens(access, grant.resourceId, resourceId, termsOfSale(grant) ?? access) ? 'opens' : 'other_resource';
  },
  spend: async ({ access }, contextToken, endpoint, body) => {
    const grant = await verifyPayment(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    if (!grantOpens(access, grant.resourceId, endpoint.access!.paywall!.resource, termsOfSale(grant) ?? access))
      return 'other_resource';
    return (await bindToken(deps.db, grant.tokenId, usageKey(endpoint, { body })!)) ?? 'used';
  },
  token: async (facts, contextToken) => {
    const granted = await payment.verify(facts, { contextToken }).catch(() => undefined);
    return typeof granted === 'object' ? granted.accessToken : undefined;
  },
});
