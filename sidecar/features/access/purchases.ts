// Payments of a known client, which give access without a token.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { grantOpens } from '#domain/access/access.ts';
import { type Grant, grantMs, invoiceMs, termsOfSale } from './grants.ts';
import type { Invoice } from './invoices.ts';
import { settleEarlierInvoice, type SettleDeps } from './settle.ts';

type SoldResource = Pick<Grant, 'resourceId' | 'terms'> & {
  /** Request that has used the payment; undefined for an invoice. */
  usedFor?: Grant['usedFor'];
};

/** Returns a predicate for grants and invoices that give access to the resource. */
export const opensResource =
  (access: AccessFile, resourceId: string) =>
  (grant: SoldResource): boolean =>
    grantOpens(access, grant.resourceId, resourceId, termsOfSale(grant) ?? access);

const findClientGrants = ({ db, now }: SettleDeps, clients: string[]): Promise<Grant[]> =>
  db
    .selectFrom('grants')
    .innerJoin('invoices', 'invoices.tokenId', 'grants.tokenId')
    .selectAll('grants')
    .where('invoices.client', 'in', clients)
    .where('grants.expiresAt', '>', now())
    .where('grants.revokedAt', 'is', null)
    .orderBy('grants.createdAt', 'desc')
    .execute();

const maxLookups = 3;

/** Finds invoices of the clients whose payment may not have been noticed yet, newest first. */
const findUnsettled = ({ db, now }: SettleDeps, clients: string[]): Promise<Invoice[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('client', 'in', clients)
    .where('state', '!=', 'settled')
    .where('createdAt', '>', now() - invoiceMs - grantMs)
    .orderBy('createdAt', 'desc')
    .execute();

/**
 * Returns valid grants of the clients that `isWanted` accepts, newest first. If there are none, looks up their unpaid
 * invoices at the wallet. Throws rate_limited while the wallet may not be asked.
 */
export async function findPurchases(
  deps: SettleDeps,
  clients: string[],
  isWanted: (grant: SoldResource) => boolean,
): Promise<Grant[]> {
  if (clients.length === 0) return [];
  const grants = (await findClientGrants(deps, clients)).filter(isWanted);
  if (grants.length > 0) return grants;
  let isPaid = false;
  for (const invoice of (await findUnsettled(deps, clients)).filter(isWanted).slice(0, maxLookups))
    if ((await settleEarlierInvoice(deps, invoice)) === 'settled') isPaid = true;
  return isPaid ? (await findClientGrants(deps, clients)).filter(isWanted) : [];
}
