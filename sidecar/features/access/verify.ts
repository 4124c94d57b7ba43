// From a payment to its token: by the secret that named it as often as asked, by the payment hash once, for the client that it was given to.
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
  asked: PaymentKey,
): Promise<Invoice | VerifyProblem> {
  if ('paymentHash' in asked) {
    const { paymentHash, client } = asked;
    const invoice = (await findInvoice(db, { paymentHash })) ?? 'unknown';
    // Whoever forwards a payment knows its hash, too.
    const isOthers = client !== undefined && invoice !== 'unknown' && invoice.client !== client;
    return isOthers ? 'other_client' : invoice;
  }
  const tokenId = readTokenId(derive, asked.contextToken);
  if (tokenId === 'tampered') return 'tampered';
  return (tokenId && (await findInvoice(db, { tokenId }))) || 'unknown';
}

/** Throws WalletTrouble where the wallet does not say. */
export async function verifyPayment(
  deps: SettleDeps,
  derive: Derive,
  asked: PaymentKey,
): Promise<Grant | VerifyProblem> {
  const invoice = await findPaymentInvoice(deps, derive, asked);
  if (typeof invoice === 'string') return invoice;
  const { db, now } = deps;
  const outcome = await settleInvoice(deps, invoice, 'asked');
  // Another request may have settled it meanwhile.
  const grant = await findGrant(db, invoice.tokenId);
  if (!grant) return outcome === 'later' || now() < invoice.expiresAt ? 'unpaid' : 'expired';
  if (grant.revokedAt !== null) return 'revoked';
  if (now() >= grant.expiresAt) return 'expired';
  const isFirst = await claimGrant(db, grant.tokenId, now());
  return isFirst || 'contextToken' in asked ? grant : 'already_claimed';
}
