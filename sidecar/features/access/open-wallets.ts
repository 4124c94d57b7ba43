// Opens the wallet of the settings and those used earlier.
import { StartError } from '../../settings/exit-codes.ts';
import type { Settings } from '../../settings/settings.ts';
import { type EarlierWallets, earlierWallets } from './wallets/earlier.ts';
import { openWallet, type WalletDeps } from './wallets/open.ts';
import type { Wallet } from './wallets/wallet.ts';

export interface Wallets {
  wallet: Wallet;
  /** Wallets used earlier. */
  earlier: EarlierWallets;
  close: () => void;
}

/** Throws a StartError if the wallet cannot be opened. */
export function openWallets(settings: Pick<Settings, 'wallet'>, deps: WalletDeps): Wallets {
  try {
    const wallet = openWallet(settings.wallet, deps);
    const earlier = earlierWallets(settings.wallet, deps);
    const close = () => {
      wallet.close();
      earlier.close();
    };
    return { wallet, earlier, close };
  } catch (error) {
    throw new StartError(`The wallet cannot be opened: ${(error as Error).message}`);
  }
}
