// The wallet that the settings name.
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

/** BOLT 11: where an invoice does not say. */
const defaultExpirySec = 3600;
/** A shorter expiry leaves a payer no time. */
const minExpirySec = 300;

/** `now` gives milliseconds. */
export const checkedWallet = (wallet: Wallet, now: () => number): Wallet => ({
  ...wallet,
  createInvoice: async (wanted) => {
    const invoice = await wallet.createInvoice(wanted);
    const read = decodeInvoice(invoice.invoice);
    const wrong = (what: string) => new WalletTrouble(`The wallet gives an invoice ${what}`);
    if (!read) throw wrong('that cannot be read');
    if (read.millisatoshi !== wanted.amountMsat)
      throw wrong(`over ${read.millisatoshi} msat in place of ${wanted.amountMsat}`);
    if (read.paymentHash !== invoice.paymentHash) throw wrong('with another payment hash than it says');
    const expiresAt = (read.timestamp + (read.expiry ?? defaultExpirySec)) * 1000;
    if (expiresAt < now() + Math.min(minExpirySec, wanted.expirySec / 2) * 1000)
      throw wrong('that is over at once: compare the clocks');
    return { ...invoice, expiresAt };
  },
});

const pausesMs = [200, 800];

async function retryWithPauses<T>(ask: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const [pause, ...later] = pauses;
    if (pause === undefined || !(error instanceof WalletTrouble)) throw error;
    await sleep(pause);
    return retryWithPauses(ask, later);
  }
}

/** An invoice whose response was lost costs nothing: nobody can pay it. */
export const retryingWallet = (wallet: Wallet, pauses: readonly number[] = pausesMs): Wallet => ({
  ...wallet,
  createInvoice: (wanted) => retryWithPauses(() => wallet.createInvoice(wanted), pauses),
  lookupInvoice: (paymentHash) => retryWithPauses(() => wallet.lookupInvoice(paymentHash), pauses),
});

export interface WalletDeps {
  db: Db;
  now: () => number;
  send: Send;
  /** Time limit of a call in milliseconds; longer than usual where nobody waits for the answer. */
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

/** Returns what identifies the wallet even after its permissions were renewed. */
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

/** Undefined where no money moves. */
export function walletId(settings: WalletSettings): string | undefined {
  const identity = walletIdentity(settings);
  return identity && sha256(`${settings.kind} ${identity}`).slice(0, 16);
}

/** Throws where a file of the settings cannot be read. */
export function openWallet(settings: WalletSettings, deps: WalletDeps): Wallet {
  const wallet = { ...createWallet(settings, deps), id: walletId(settings) };
  return settings.kind === 'none'
    ? wallet
    : guardedWallet(retryingWallet(checkedWallet(wallet, deps.now)), deps.now, {
        ...usualTimes,
        ...(deps.timeoutMs && { patienceMs: deps.timeoutMs }),
      });
}
