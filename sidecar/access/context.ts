// What a payment context stands for at the moment.
import type { Db } from '../store/store.ts';
import { findInvoice } from './invoices.ts';
import type { Derive } from './secret.ts';
import { tokenIdIn } from './token.ts';

export type ContextState =
  { state: 'unknown' | 'tampered' } | { state: 'open' | 'expired' | 'already_paid'; resourceId: string };

export async function contextState(db: Db, derive: Derive, contextToken: string, now: number): Promise<ContextState> {
  const tokenId = tokenIdIn(derive, contextToken);
  if (tokenId === 'tampered') return { state: 'tampered' };
  const invoice = tokenId && (await findInvoice(db, { tokenId }));
  if (!invoice) return { state: 'unknown' };
  const { resourceId } = invoice;
  if (invoice.state === 'settled') return { state: 'already_paid', resourceId };
  return { state: now < invoice.expiresAt ? 'open' : 'expired', resourceId };
}
