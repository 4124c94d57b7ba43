// The wallet that the settings name.
import { readFileSync } from 'node:fs';
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
import { checkedWallet } from './checked.ts';
import { guardedWallet, usualWaits } from './guarded.ts';
import { patientWallet } from './patient.ts';
import { phoenixdWallet } from './phoenixd.ts';
import type { Wallet } from './wallet.ts';

export interface WalletParts {
  db: Db;
  now: () => number;
  send: Send;
  /** Where nobody waits for an answer: longer than usual. */
  patienceMs?: number;
}

function walletOf(settings: WalletSettings, { db, now, send }: WalletParts): Wallet {
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

/** What stays the same while a wallet does: permissions may be given anew. */
function identityOf(settings: WalletSettings): string | undefined {
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
  const identity = identityOf(settings);
  return identity && sha256(`${settings.kind} ${identity}`).slice(0, 16);
}

/** Throws where a file of the settings cannot be read. */
export function openWallet(settings: WalletSettings, parts: WalletParts): Wallet {
  const wallet = { ...walletOf(settings, parts), id: walletId(settings) };
  return settings.kind === 'none'
    ? wallet
    : guardedWallet(patientWallet(checkedWallet(wallet, parts.now)), parts.now, {
        ...usualWaits,
        ...(parts.patienceMs && { patienceMs: parts.patienceMs }),
      });
}
