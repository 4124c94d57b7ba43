// Settlement: looks up the state of invoices at the wallet, on request and on a schedule.
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
  /** Finds a wallet used earlier by its id. */
  findEarlierWallet?: EarlierWallets['find'] | undefined;
  /** Limits of look-ups; undefined for no limits. */
  lookups?: Lookups | undefined;
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

/** Throws if the wallet returns a wrong preimage, because its token would be invalid. */
function checkPreimage(preimage: string | undefined, { paymentHash }: Invoice): void {
  if (preimage === undefined) return;
  if (/^[\da-f]{64}$/.test(preimage) && sha256(Buffer.from(preimage, 'hex')) === paymentHash) return;
  throw new WalletTrouble('The wallet returns a preimage that does not match the invoice.');
}

/** Returns true if the current wallet issued the invoice. Rows of earlier versions have no wallet id. */
export const isFromCurrentWallet = ({ wallet }: SettleDeps, invoice: Invoice): boolean =>
  invoice.wallet === wallet.name && (invoice.walletId ?? wallet.id) === wallet.id;

/** Looks up an invoice at the wallet that issued it. The current wallet may be the same one with a new address. */
export async function lookUpState(deps: SettleDeps, invoice: Invoice): Promise<InvoiceState> {
  const { wallet, findEarlierWallet } = deps;
  if (isFromCurrentWallet(deps, invoice)) return wallet.lookupInvoice(invoice.paymentHash);
  const issuer = await findEarlierWallet?.(invoice.walletId);
  const issued = await issuer?.lookupInvoice(invoice.paymentHash).catch(() => undefined);
  if (issued && issued.state !== 'unknown') return issued;
  if (wallet.name === invoice.wallet) {
    const current = await wallet.lookupInvoice(invoice.paymentHash);
    if (current.state === 'settled') return current;
  }
  if (issued) return issued;
  const reason = issuer ? 'does not answer' : 'is no longer configured';
  throw new WalletTrouble(`The wallet ${invoice.wallet} that issued an invoice ${reason}`);
}

type SettleResult = 'settled' | 'unpaid';

/**
 * Settles an invoice if it is paid. Returns `later` if the limit of look-ups is reached. Throws WalletTrouble if the
 * wallet fails.
 */
export async function settleInvoice(
  deps: SettleDeps,
  invoice: Invoice,
  reason: LookupReason,
): Promise<SettleResult | 'later'> {
  const { lookups, now } = deps;
  if (invoice.state === 'settled') return 'settled';
  if (!lookups) return settleFromWallet(deps, invoice);
  const { pending } = lookups;
  const running = pending.get(invoice.tokenId);
  if (running) return running;
  if (!lookups.take(invoice, reason, now())) return 'later';
  const work = settleFromWallet(deps, invoice).finally(() => pending.delete(invoice.tokenId));
  pending.set(invoice.tokenId, work);
  return work;
}

async function settleFromWallet(deps: SettleDeps, invoice: Invoice): Promise<SettleResult> {
  const { db, now } = deps;
  const state = await lookUpState(deps, invoice);
  if (state.state !== 'settled') return 'unpaid';
  checkPreimage(state.preimage, invoice);
  await grantPayment(db, invoice.paymentHash, state, now());
  return 'settled';
}

/** Settles an earlier invoice of a client. Throws rate_limited if no look-up is allowed now and the result matters. */
export async function settleEarlierInvoice(deps: SettleDeps, invoice: Invoice): Promise<SettleResult> {
  const result = await settleInvoice(deps, invoice, 'request').catch((error: unknown) => {
    if (error instanceof WalletTrouble) return 'unpaid' as const;
    throw error;
  });
  if (result !== 'later') return result;
  if (invoice.state === 'lapsed' || deps.now() + minPayMs <= invoice.expiresAt) return 'unpaid';
  throw new ApiError('rate_limited', 'The state of your last invoice is not known yet. Try again.', {
    retryAfterSeconds: 5,
  });
}

/** Maximum number of invoices per run. Wallets usually report payments themselves. */
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

/** Reserves the due look-up of an invoice for this sidecar. Returns false if another one was first. */
async function claimLookup(db: Db, invoice: Invoice, now: number): Promise<boolean> {
  const row = await db
    .updateTable('invoices')
    .set({ nextLookupAt: nextLookupTime(invoice, now) })
    .where('tokenId', '=', invoice.tokenId)
    .where('nextLookupAt', '=', invoice.nextLookupAt)
    .where('state', '=', 'open')
    .returning('tokenId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an invoice as expired. It is no longer polled, but can still be looked up on request. */
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

/** Looks up due invoices and returns how many were paid. Invoices of a failing wallet are looked up later. */
export async function settleDueInvoices(deps: SettleDeps): Promise<number> {
  const { db, now } = deps;
  let paidCount = 0;
  let trouble: unknown;
  for (const invoice of await findDueInvoices(db, now())) {
    if (!(await claimLookup(db, invoice, now()))) continue;
    const isLast = isInvoiceOver(invoice, now());
    const result = await settleInvoice(deps, invoice, 'schedule').catch(async (error: unknown) => {
      if (isFromCurrentWallet(deps, invoice)) throw error;
      // An earlier wallet may be gone for good and must not delay the invoices of others.
      if (isLast) await markLapsed(db, invoice);
      trouble = error;
      return undefined;
    });
    if (result === 'later') break;
    if (result === 'settled') paidCount++;
    else if (result && isLast) await markLapsed(db, invoice);
  }
  if (trouble) throw trouble;
  return paidCount;
}

/** Settles the invoice of a payment hash immediately, for a token without a grant or a notification of the wallet. */
export async function settleByHash(deps: SettleDeps, paymentHash: string): Promise<SettleResult | 'unknown'> {
  const invoice = await findInvoice(deps.db, { paymentHash });
  if (!invoice) return 'unknown';
  return (await settleInvoice(deps, invoice, 'notification')) === 'settled' ? 'settled' : 'unpaid';
}
