// Payments of a known client. They open what was bought without its token.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { grantOpens } from '#domain/access/access.ts';
import { type Grant, grantMs, invoiceMs, termsOfSale } from './grants.ts';
import type { Invoice } from './invoices.ts';
import { settleEarlierInvoice, type SettleDeps } from './settle.ts';

type SoldResource = Pick<Grant, 'resourceId' | 'terms'> & {
  /** Undefined for an invoice. */
  usedFor?: Grant['usedFor'];
};

/** Returns a test for what was sold: true if it opens the resource. */
export const opensResource =
  (access: AccessFile, resourceId: string) =>
  (sold: SoldResource): boolean =>
    grantOpens(access, sold.resourceId, resourceId, termsOfSale(sold) ?? access);

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

/** The newest that may have been paid without anybody having seen it. */
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
 * The grants of a client that still hold and that `isWanted` accepts, newest first. If there is none, the wallet is asked
 * about the invoices that the client has not paid yet. Throws rate_limited while it may not be asked.
 */
export async function findPurchases(
  deps: SettleDeps,
  clients: string[],
  isWanted: (sold: SoldResource) => boolean,
): Promise<Grant[]> {
  if (clients.length === 0) return [];
  const grants = (await findClientGrants(deps, clients)).filter(isWanted);
  if (grants.length > 0) return grants;
  let isPaid = false;
  for (const invoice of (await findUnsettled(deps, clients)).filter(isWanted).slice(0, maxLookups))
    if ((await settleEarlierInvoice(deps, invoice)) === 'settled') isPaid = true;
  return isPaid ? (await findClientGrants(deps, clients)).filter(isWanted) : [];
}
