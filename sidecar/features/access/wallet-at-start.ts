// The wallet that the settings name, and those used before; where the one in use cannot be opened, the program ends and says why.
import process from 'node:process';
import { configurationError } from '../../settings/exit-codes.ts';
import { type EarlierWallets, earlierWallets } from './wallets/earlier.ts';
import { openWallet, type WalletParts } from './wallets/open.ts';
import type { Wallet } from './wallets/wallet.ts';
import type { Settings } from '../../settings/settings.ts';

interface Wallets {
  wallet: Wallet;
  earlier: EarlierWallets;
}

export function walletsOrEnd(settings: Pick<Settings, 'wallet'>, parts: WalletParts): Wallets {
  try {
    return { wallet: openWallet(settings.wallet, parts), earlier: earlierWallets(settings.wallet, parts) };
  } catch (error) {
    console.error(`The wallet cannot be opened: ${(error as Error).message}`);
    process.exit(configurationError);
  }
}
