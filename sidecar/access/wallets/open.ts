// The wallet that the settings name.
import type { WalletSettings } from '#domain/wallet-settings.ts';
import type { Db } from '../../store/store.ts';
import { developmentWallet } from './development.ts';
import { noWallet } from './none.ts';
import type { Wallet } from './wallet.ts';

export interface WalletParts {
  db: Db;
  now: () => number;
}

export function openWallet(settings: WalletSettings, { db, now }: WalletParts): Wallet {
  if (settings.kind === 'development') return developmentWallet(db, now);
  return noWallet;
}
