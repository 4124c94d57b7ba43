// Paying for people: the payment that a browser holds, and whether it opens a text.
import type { Endpoint } from '#contract/endpoint.ts';
import { minutesBought, grantOpens } from '#domain/access/access.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import type { ServedFacts } from '../../release/release.ts';
import { findBought, opensResource } from './bought.ts';
import { contextOf } from './challenge.ts';
import { soldAt } from './grants.ts';
import type { Invoice } from './invoices.ts';
import type { Payment } from './payment.ts';
import type { Derive } from './secret.ts';
import type { SettleDeps } from './settle.ts';
import { contextTokenOf } from './token.ts';
import { use, useOf } from './uses.ts';
import { type Unverified, verify } from './verify.ts';

export interface Spent {
  giveBack: () => Promise<void>;
}
export type Unspent = 'used' | 'other_resource' | Unverified;

export interface Reading {
  /** The open payment of this browser. */
  request: Payment['request'];
  again: Payment['again'];
  /** The page's own view of an invoice. */
  context: (invoice: Invoice) => Promise<PaymentContext>;
  /** The newest payment of one of these browser names that opens the resource, seen or not; for `usedFor` alone if it was used. */
  find: (
    facts: ServedFacts,
    clients: string[],
    wanted: { resourceId: string; usedFor?: string; minutes?: number | undefined },
  ) => Promise<string | undefined>;
  /** What the payment opens, or why it opens nothing. */
  paid: (facts: ServedFacts, payment: string, resourceId: string) => Promise<'opens' | 'other_resource' | Unverified>;
  /** Takes the payment for this one request; `giveBack` where it fails. */
  spend: (facts: ServedFacts, payment: string, record: Endpoint, body: object) => Promise<Spent | Unspent>;
  /** For what is no text: the token that programs send. */
  token: (facts: ServedFacts, payment: string) => Promise<string | undefined>;
}

export const openReading = (deps: SettleDeps, secret: () => Promise<Derive>, payment: Payment): Reading => ({
  request: payment.request,
  again: payment.again,
  context: async (invoice) => contextOf(await secret(), invoice),
  find: async ({ access }, clients, { resourceId, usedFor, minutes = 0 }) => {
    const isFor = opensResource(access, resourceId);
    const bought = await findBought(deps, clients, (one) => isFor(one) && (!one.usedFor || one.usedFor === usedFor));
    const [grant] = bought.filter((one) => (minutesBought(soldAt(one) ?? access, one) ?? Infinity) >= minutes);
    return grant && contextTokenOf(await secret(), grant.tokenId);
  },
  paid: async ({ access }, contextToken, resourceId) => {
    const grant = await verify(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    // One payment, one result.
    if (grant.usedFor !== null) return 'expired';
    return grantOpens(access, grant.resourceId, resourceId, soldAt(grant) ?? access) ? 'opens' : 'other_resource';
  },
  spend: async ({ access }, contextToken, record, body) => {
    const grant = await verify(deps, await secret(), { contextToken });
    if (typeof grant === 'string') return grant;
    if (!grantOpens(access, grant.resourceId, record.access!.paywall!.resource, soldAt(grant) ?? access))
      return 'other_resource';
    return (await use(deps.db, grant.tokenId, useOf(record, { body })!)) ?? 'used';
  },
  token: async (facts, contextToken) => {
    const granted = await payment.verify(facts, { contextToken }).catch(() => undefined);
    return typeof granted === 'object' ? granted.accessToken : undefined;
  },
});
