// Opens the wallet that the settings name, and those used before.
import { StartError } from '../../settings/exit-codes.ts';
import type { Settings } from '../../settings/settings.ts';
import { type EarlierWallets, earlierWallets } from './wallets/earlier.ts';
import { openWallet, type WalletDeps } from './wallets/open.ts';
import type { Wallet } from './wallets/wallet.ts';

export interface Wallets {
  wallet: Wallet;
  earlier: EarlierWallets;
}

/** Throws a StartError if the wallet cannot be opened. */
export function openWallets({ wallet }: Pick<Settings, 'wallet'>, deps: WalletDeps): Wallets {
  try {
    return { wallet: openWallet(wallet, deps), earlier: earlierWallets(wallet, deps) };
  } catch (error) {
    throw new StartError(`The wallet cannot be opened: ${(error as Error).message}`);
  }
}
