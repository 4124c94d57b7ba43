// From a payment to its token: by the secret that named it as often as asked, by the payment hash once.
import { type Grant, claim, findGrant } from './grants.ts';
import { findInvoice, type Invoice } from './invoices.ts';
import type { Derive } from './secret.ts';
import { settle, type SettleParts } from './settle.ts';
import { tokenIdIn } from './token.ts';

export type Unverified = 'unpaid' | 'unknown' | 'expired' | 'tampered' | 'already_claimed' | 'revoked';

type Asked = { contextToken: string } | { paymentHash: string };

async function invoiceOf({ db }: SettleParts, derive: Derive, asked: Asked): Promise<Invoice | Unverified> {
  if ('paymentHash' in asked) return (await findInvoice(db, asked)) ?? 'unknown';
  const tokenId = tokenIdIn(derive, asked.contextToken);
  if (tokenId === 'tampered') return 'tampered';
  return (tokenId && (await findInvoice(db, { tokenId }))) || 'unknown';
}

/** Throws WalletTrouble where the wallet does not say. */
export async function verify(parts: SettleParts, derive: Derive, asked: Asked): Promise<Grant | Unverified> {
  const invoice = await invoiceOf(parts, derive, asked);
  if (typeof invoice === 'string') return invoice;
  const { db, now } = parts;
  if ((await settle(parts, invoice)) === 'unpaid') return now() < invoice.expiresAt ? 'unpaid' : 'expired';
  const grant = await findGrant(db, invoice.tokenId);
  if (!grant) return 'unknown';
  if (grant.revokedAt !== null) return 'revoked';
  if (now() >= grant.expiresAt) return 'expired';
  const isFirst = await claim(db, grant.tokenId, now());
  return isFirst || 'contextToken' in asked ? grant : 'already_claimed';
}
