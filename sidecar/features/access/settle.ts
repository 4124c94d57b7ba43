// Settlement: whether an invoice is paid is read from the wallet's state, on request and on a schedule, also after a restart.
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import type { Db } from '../../storage/store.ts';
import { grantPayment } from './grants.ts';
import { findInvoice, type Invoice, isInvoiceOver, minPayMs, nextLookupTime } from './invoices.ts';
import type { LookupReason, Lookups } from './lookups.ts';
import type { EarlierWallets } from './wallets/earlier.ts';
import { type InvoiceState, type Wallet, WalletTrouble } from './wallets/wallet.ts';

export interface SettleDeps {
  db: Db;
  wallet: Wallet;
  /** A wallet used before, by its id. */
  findEarlierWallet?: EarlierWallets['find'] | undefined;
  /** Without it the wallet is asked as often as anybody likes. */
  lookups?: Lookups | undefined;
  /** Milliseconds. */
  now: () => number;
}

/** A wallet that shows a wrong preimage is not believed: a token made of it would hold for nobody. */
function checkPreimage(preimage: string | undefined, { paymentHash }: Invoice): void {
  if (preimage === undefined) return;
  if (/^[\da-f]{64}$/.test(preimage) && sha256(Buffer.from(preimage, 'hex')) === paymentHash) return;
  throw new WalletTrouble('The wallet shows a preimage that is not that of the invoice.');
}

/** Rows of before do not say which wallet of its kind it was. */
export const isFromCurrentWallet = ({ wallet }: SettleDeps, invoice: Invoice): boolean =>
  invoice.wallet === wallet.name && (invoice.walletId ?? wallet.id) === wallet.id;

/** An invoice is looked up at the wallet that issued it, even after a switch of wallets; one of the same kind may be the same at a new address. */
export async function lookUpState(deps: SettleDeps, invoice: Invoice): Promise<InvoiceState> {
  const { wallet, findEarlierWallet: walletBefore } = deps;
  if (isFromCurrentWallet(deps, invoice)) return wallet.lookupInvoice(invoice.paymentHash);
  const issuer = await walletBefore?.(invoice.walletId);
  const found = await issuer?.lookupInvoice(invoice.paymentHash).catch(() => undefined);
  if (found && found.state !== 'unknown') return found;
  const atPresent = wallet.name === invoice.wallet && (await wallet.lookupInvoice(invoice.paymentHash));
  if (atPresent && atPresent.state === 'settled') return atPresent;
  if (found) return found;
  const why = issuer ? 'which does not answer' : 'whose settings are gone';
  throw new WalletTrouble(`An invoice is of the wallet ${invoice.wallet} that was used before, ${why}`);
}

type SettleResult = 'settled' | 'unpaid';

/** Throws WalletTrouble where the wallet does not say; `later` where it was asked too often. */
export async function settleInvoice(
  deps: SettleDeps,
  invoice: Invoice,
  reason: LookupReason,
): Promise<SettleResult | 'later'> {
  const { lookups, now } = deps;
  if (invoice.state === 'settled') return 'settled';
  if (!lookups) return settleFromWallet(deps, invoice);
  const { pending: underWay } = lookups;
  const asked = underWay.get(invoice.tokenId);
  if (asked) return asked;
  if (!lookups.take(invoice, reason, now())) return 'later';
  const work = settleFromWallet(deps, invoice).finally(() => underWay.delete(invoice.tokenId));
  underWay.set(invoice.tokenId, work);
  return work;
}

async function settleFromWallet(deps: SettleDeps, invoice: Invoice): Promise<SettleResult> {
  const { db, now } = deps;
  const found = await lookUpState(deps, invoice);
  if (found.state !== 'settled') return 'unpaid';
  checkPreimage(found.preimage, invoice);
  await grantPayment(db, invoice.paymentHash, found, now());
  return 'settled';
}

/** Looks up an earlier invoice of a client. Throws rate_limited if no look-up is allowed now and the result matters. */
export async function settleEarlierInvoice(deps: SettleDeps, invoice: Invoice): Promise<SettleResult> {
  const found = await settleInvoice(deps, invoice, 'asked').catch((error: unknown) => {
    if (error instanceof WalletTrouble) return 'unpaid' as const;
    throw error;
  });
  if (found !== 'later') return found;
  if (invoice.state === 'lapsed' || deps.now() + minPayMs <= invoice.expiresAt) return 'unpaid';
  throw new ApiError('rate_limited', 'Your last invoice is being looked up. Try again.', { retryAfterSeconds: 5 });
}

/** A safety net below what a wallet tells by itself. */
const maxPerRun = 2;

const findDueInvoices = (db: Db, now: number): Promise<Invoice[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('state', '=', 'open')
    .where('nextLookupAt', '<=', now)
    .orderBy('nextLookupAt')
    .limit(maxPerRun)
    .execute();

/** Puts the next look off; false where another sidecar was first. */
async function claimLookup(db: Db, invoice: Invoice, now: number): Promise<boolean> {
  const mine = await db
    .updateTable('invoices')
    .set({ nextLookupAt: nextLookupTime(invoice, now) })
    .where('tokenId', '=', invoice.tokenId)
    .where('nextLookupAt', '=', invoice.nextLookupAt)
    .where('state', '=', 'open')
    .returning('tokenId')
    .executeTakeFirst();
  return mine !== undefined;
}

/** Expired unpaid: no longer polled, but looked up once more when somebody asks. */
const markLapsed = (db: Db, { tokenId }: Invoice) =>
  db
    .updateTable('invoices')
    .set({ state: 'lapsed' })
    .where('tokenId', '=', tokenId)
    .where('state', '=', 'open')
    .execute();

/** Milliseconds until the next look at an open invoice; Infinity if none is open. */
export async function readNextSettlement({ db, now }: Pick<SettleDeps, 'db' | 'now'>): Promise<{ dueInMs: number }> {
  const next = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.min('nextLookupAt').as('at'))
    .where('state', '=', 'open')
    .executeTakeFirst();
  return { dueInMs: (next?.at ?? Infinity) - now() };
}

/** To be called again and again: looks up what is due, and gives how many were paid. A wallet that is down is polled later. */
export async function settleDueInvoices(deps: SettleDeps): Promise<number> {
  const { db, now } = deps;
  let paid = 0;
  let trouble: unknown;
  for (const invoice of await findDueInvoices(db, now())) {
    if (!(await claimLookup(db, invoice, now()))) continue;
    const isLast = isInvoiceOver(invoice, now());
    const found = await settleInvoice(deps, invoice, 'schedule').catch(async (error: unknown) => {
      if (isFromCurrentWallet(deps, invoice)) throw error;
      // The wallet that issued it may be gone for ever: those of others need not wait for it.
      if (isLast) await markLapsed(db, invoice);
      trouble = error;
      return undefined;
    });
    if (found === 'later') break;
    if (found === 'settled') paid++;
    else if (found && isLast) await markLapsed(db, invoice);
  }
  if (trouble) throw trouble;
  return paid;
}

/** Of a token that has no grant yet, or of a payment that the wallet told of: looked up at once. */
export async function settleByHash(deps: SettleDeps, paymentHash: string): Promise<SettleResult | 'unknown'> {
  const invoice = await findInvoice(deps.db, { paymentHash });
  if (!invoice) return 'unknown';
  return (await settleInvoice(deps, invoice, 'told')) === 'settled' ? 'settled' : 'unpaid';
}
