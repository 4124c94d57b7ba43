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
import { developmentWallet } from './development.ts';
import { lnbitsWallet } from './lnbits.ts';
import { lndWallet } from './lnd.ts';
import { noWallet } from './none.ts';
import { nwcWallet } from './nwc.ts';
import { guardedWallet, usualTimes } from './guarded.ts';
import { phoenixdWallet } from './phoenixd.ts';
import { type Wallet, WalletTrouble } from './wallet.ts';

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

function createWallet(settings: WalletSettings, { db, now, send }: WalletDeps): Wallet {
  switch (settings.kind) {
    case 'nwc':
      return nwcWallet(settings.url);
    case 'lnd':
      return lndWallet({ ...settings, cert: settings.certFile && readFileSync(settings.certFile, 'utf8') }, send);
    case 'phoenixd':
      return phoenixdWallet(settings, send);
    case 'lnbits':
      return lnbitsWallet(settings, send);
    case 'cln':
      return clnWallet({ ...settings, cert: settings.certFile && readFileSync(settings.certFile, 'utf8') }, send);
    case 'btcpay':
      return btcpayWallet(settings, send);
    case 'development':
      return developmentWallet(db, now);
    case 'none':
      return noWallet;
  }
}

/** Returns what identifies a wallet independent of its credentials. */
function walletIdentity(settings: WalletSettings): string | undefined {
  switch (settings.kind) {
    case 'nwc':
      // The wallet's public key.
      return /[\da-f]{64}/i.exec(settings.url)?.[0].toLowerCase();
    case 'lnbits':
      return `${settings.url} ${settings.key}`;
    case 'btcpay':
      return `${settings.url} ${settings.store}`;
    case 'lnd':
    case 'phoenixd':
    case 'cln':
      return settings.url;
    default:
      return undefined;
  }
}

/** Returns the id of a wallet, or undefined if it has no real money. */
export function walletId(settings: WalletSettings): string | undefined {
  const identity = walletIdentity(settings);
  return identity && sha256(`${settings.kind} ${identity}`).slice(0, 16);
}

/** Opens a wallet. Throws if a file of the settings cannot be read. */
export function openWallet(settings: WalletSettings, deps: WalletDeps): Wallet {
  const wallet = { ...createWallet(settings, deps), id: walletId(settings) };
  return settings.kind === 'none'
    ? wallet
    : guardedWallet(retryingWallet(checkedWallet(wallet, deps.now)), deps.now, {
        ...usualTimes,
        ...(deps.timeoutMs && { timeoutMs: deps.timeoutMs }),
      });
}
