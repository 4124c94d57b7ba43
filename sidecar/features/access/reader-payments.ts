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
import type { TokenUse } from '../../http/handler.ts';
import { type VerifyProblem, verifyPayment } from './verify.ts';

/** Opens the payments of people in browsers. `facts` are those of the release. */
export const createReaderPayments = (deps: SettleDeps, secret: () => Promise<Derive>, payment: Payment) => ({
  /** Returns an open invoice for this browser. */
  request: payment.request,
  renew: payment.renew,
  /** Returns the payment context of an invoice. */
  context: async (invoice: Invoice): Promise<PaymentContext> => toPaymentContext(await secret(), invoice),
  /** Finds the latest payment of these clients for the resource that is unused or was used for `usedFor`. */
  find: async (
    { access }: ServedFacts,
    clients: string[],
    {
      resourceId,
      usedFor,
      minutes = 0,
    }: { resourceId: string; usedFor?: string | undefined; minutes?: number | undefined },
  ): Promise<string | undefined> => {
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
  /** Checks whether the payment gives access to the resource. */
  check: async (
    { access }: ServedFacts,
    contextToken: string,
    resourceId: string,
  ): Promise<'opens' | 'other_resource' | VerifyProblem> => {
    const grant = await verifyPayment(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    // A used payment gives no further access.
    if (grant.usedFor !== null) return 'expired';
    return grantOpens(access, grant.resourceId, resourceId, termsOfSale(grant) ?? access) ? 'opens' : 'other_resource';
  },
  /** Uses the payment for one request. Call `giveBack` if the request fails. */
  spend: async (
    { access }: ServedFacts,
    contextToken: string,
    endpoint: Endpoint,
    body: object,
  ): Promise<TokenUse | 'used' | 'other_resource' | VerifyProblem> => {
    const grant = await verifyPayment(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    if (!grantOpens(access, grant.resourceId, endpoint.access!.paywall!.resource, termsOfSale(grant) ?? access))
      return 'other_resource';
    return (await bindToken(deps.db, grant.tokenId, usageKey(endpoint, { body })!)) ?? 'used';
  },
  /** Returns the access token of the payment for use in programs. */
  token: async (facts: ServedFacts, contextToken: string): Promise<string | undefined> => {
    const granted = await payment.verify(facts, { contextToken }).catch(() => undefined);
    return typeof granted === 'object' ? granted.accessToken : undefined;
  },
});

export type ReaderPayments = ReturnType<typeof createReaderPayments>;
