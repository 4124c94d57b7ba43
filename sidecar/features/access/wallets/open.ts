// Opens the wallet of the settings.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeInvoice } from '@getalby/lightning-tools/bolt11';
import { sha256 } from '#domain/ids.ts';
import type { WalletSettings } from '#sidecar/settings/wallet-settings.ts';
import type { Send } from '#sidecar/outgoing/outgoing.ts';
import type { Db } from '#sidecar/storage/store.ts';
import { btcpayWallet } from './btcpay.ts';
import { clnWallet } from './cln.ts';
import { lnbitsWallet } from './lnbits.ts';
import { lndWallet } from './lnd.ts';
import { noWallet } from './none.ts';
import { nwcWallet } from './nwc.ts';
import { guardedWallet, defaultTimes } from './guarded.ts';
import { phoenixdWallet } from './phoenixd.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { writeInvoice } from './bolt11.ts';

const key = secp256k1.utils.randomSecretKey();

const developmentWallet = (db: Db, now: () => number): Wallet => ({
  name: 'development',
  createInvoice: async (request) => {
    const preimage = randomBytes(32);
    const paymentHash = sha256(preimage);
    const row = { paymentHash, preimage: preimage.toString('hex'), createdAt: now() };
    await db.insertInto('developmentInvoices').values(row).execute();
    const paymentSecret = randomBytes(32).toString('hex');
    const createdAtSec = Math.floor(now() / 1000);
    return { paymentHash, invoice: writeInvoice({ ...request, paymentHash, paymentSecret, createdAtSec }, key) };
  },
  lookupInvoice: async (paymentHash) => {
    const row = await db
      .selectFrom('developmentInvoices')
      .select('preimage')
      .where('paymentHash', '=', paymentHash)
      .executeTakeFirst();
    return row ? { state: 'settled', preimage: row.preimage } : { state: 'unknown' };
  },
  close: () => {},
});

/** Expiry of an invoice that does not state one (BOLT 11), in seconds. */
const defaultExpirySec = 3600;
/** Minimum expiry of an invoice, in seconds. A shorter one leaves no time to pay. */
const minExpirySec = 300;

/** Checks the invoices of a wallet. `now` returns milliseconds since the epoch. */
export const checkedWallet = (wallet: Wallet, now: () => number): Wallet => ({
  ...wallet,
  createInvoice: async (request) => {
    const invoice = await wallet.createInvoice(request);
    const decoded = decodeInvoice(invoice.invoice);
    const invalid = (problem: string) => new WalletTrouble(`The wallet created an invoice ${problem}`);
    if (!decoded) throw invalid('that cannot be decoded');
    if (decoded.millisatoshi !== request.amountMsat)
      throw invalid(`over ${decoded.millisatoshi} msat instead of ${request.amountMsat}`);
    if (decoded.paymentHash !== invoice.paymentHash) throw invalid('with a different payment hash than reported');
    const expiresAt = (decoded.timestamp + (decoded.expiry ?? defaultExpirySec)) * 1000;
    if (expiresAt < now() + Math.min(minExpirySec, request.expirySec / 2) * 1000)
      throw invalid('that expires immediately. Check the clocks of both machines');
    return { ...invoice, expiresAt };
  },
});

const pausesMs = [200, 800];

async function retryWithPauses<T>(call: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const [pause, ...furtherPauses] = pauses;
    if (pause === undefined || !(error instanceof WalletTrouble)) throw error;
    await sleep(pause);
    return retryWithPauses(call, furtherPauses);
  }
}

/** Retries failed calls. An invoice whose response was lost does no harm, since nobody can pay it. */
export const retryingWallet = (wallet: Wallet, pauses: readonly number[] = pausesMs): Wallet => ({
  ...wallet,
  createInvoice: (request) => retryWithPauses(() => wallet.createInvoice(request), pauses),
  lookupInvoice: (paymentHash) => retryWithPauses(() => wallet.lookupInvoice(paymentHash), pauses),
});

export interface WalletDeps {
  db: Db;
  now: () => number;
  send: Send;
  /** Timeout of a call in milliseconds, if it differs from the usual one. */
  timeoutMs?: number;
}

interface Driver<S> {
  open: (settings: S, deps: WalletDeps) => Wallet;
  /** Returns what identifies a wallet independent of its credentials; missing for wallets without real money. */
  identify?: (settings: S) => string | undefined;
}

const readCertificate = (file: string | undefined): string | undefined => file && readFileSync(file, 'utf8');
const byUrl = ({ url }: { url: string }): string => url;

const drivers: { [K in WalletSettings['kind']]: Driver<Extract<WalletSettings, { kind: K }>> } = {
  nwc: {
    open: ({ url }) => nwcWallet(url),
    // The wallet's public key.
    identify: ({ url }) => /[\da-f]{64}/i.exec(url)?.[0].toLowerCase(),
  },
  lnd: {
    open: (settings, { send }) => lndWallet({ ...settings, cert: readCertificate(settings.certFile) }, send),
    identify: byUrl,
  },
  phoenixd: { open: (settings, { send }) => phoenixdWallet(settings, send), identify: byUrl },
  lnbits: {
    open: (settings, { send }) => lnbitsWallet(settings, send),
    identify: ({ url, key }) => `${url} ${key}`,
  },
  cln: {
    open: (settings, { send }) => clnWallet({ ...settings, cert: readCertificate(settings.certFile) }, send),
    identify: byUrl,
  },
  btcpay: {
    open: (settings, { send }) => btcpayWallet(settings, send),
    identify: ({ url, store }) => `${url} ${store}`,
  },
  development: { open: (_, { db, now }) => developmentWallet(db, now) },
  none: { open: () => noWallet },
};

const findDriver = ({ kind }: WalletSettings) => drivers[kind] as Driver<WalletSettings>;

/** Returns the id of a wallet, or undefined if it has no real money. */
export function walletId(settings: WalletSettings): string | undefined {
  const identity = findDriver(settings).identify?.(settings);
  return identity && sha256(`${settings.kind} ${identity}`).slice(0, 16);
}

/** Opens a wallet. Throws if a file of the settings cannot be read. */
export function openWallet(settings: WalletSettings, deps: WalletDeps): Wallet {
  const wallet = { ...findDriver(settings).open(settings, deps), id: walletId(settings) };
  return settings.kind === 'none'
    ? wallet
    : guardedWallet(retryingWallet(checkedWallet(wallet, deps.now)), deps.now, {
        ...defaultTimes,
        ...(deps.timeoutMs && { timeoutMs: deps.timeoutMs }),
      });
}
