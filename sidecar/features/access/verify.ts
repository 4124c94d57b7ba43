// Exchanges a payment for its grant: any number of times by context token, once by payment hash for the client of the
// invoice.
import { type Grant, claimGrant, findGrant } from './grants.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import type { Derive } from './secret.ts';
import { settleInvoice, type SettleDeps } from './settle.ts';
import { readTokenId } from './token.ts';

export type VerifyProblem =
  'unpaid' | 'unknown' | 'expired' | 'tampered' | 'already_claimed' | 'revoked' | 'other_client';

type PaymentKey = { contextToken: string } | { paymentHash: string; client?: string };

async function findPaymentInvoice(
  { db }: SettleDeps,
  derive: Derive,
  key: PaymentKey,
): Promise<Invoice | VerifyProblem> {
  if ('paymentHash' in key) {
    const { paymentHash, client } = key;
    const invoice = (await findInvoice(db, { paymentHash })) ?? 'unknown';
    // Nodes that forward a payment also know its hash.
    const isOtherClient = client !== undefined && invoice !== 'unknown' && invoice.client !== client;
    return isOtherClient ? 'other_client' : invoice;
  }
  const tokenId = readTokenId(derive, key.contextToken);
  if (tokenId === 'tampered') return 'tampered';
  return (tokenId && (await findInvoice(db, { tokenId }))) || 'unknown';
}

/** Returns the grant of a payment, or the reason why there is none. Throws WalletTrouble if the wallet fails. */
export async function verifyPayment(deps: SettleDeps, derive: Derive, key: PaymentKey): Promise<Grant | VerifyProblem> {
  const invoice = await findPaymentInvoice(deps, derive, key);
  if (typeof invoice === 'string') return invoice;
  const { db, now } = deps;
  const outcome = await settleInvoice(deps, invoice, 'request');
  // A concurrent request may have settled the invoice.
  const grant = await findGrant(db, invoice.tokenId);
  if (!grant) return outcome === 'later' || now() < invoice.expiresAt ? 'unpaid' : 'expired';
  if (grant.revokedAt !== null) return 'revoked';
  if (now() >= grant.expiresAt) return 'expired';
  const isFirst = await claimGrant(db, grant.tokenId, now());
  return isFirst || 'contextToken' in key ? grant : 'already_claimed';
}
