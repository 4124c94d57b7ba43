// The wallets as the settings name them; where the one in use cannot be opened, the program ends and says why.
import process from 'node:process';
import { configurationError } from './ops/exit-codes.ts';
import { openWallet, type WalletParts, walletsBefore } from './access/wallets/open.ts';
import type { Wallet } from './access/wallets/wallet.ts';
import type { Settings } from './settings/settings.ts';

interface Wallets {
  wallet: Wallet;
  walletBefore: ReturnType<typeof walletsBefore>;
}

export function walletsOrEnd(settings: Pick<Settings, 'wallet' | 'walletsBefore'>, parts: WalletParts): Wallets {
  try {
    return {
      wallet: openWallet(settings.wallet, parts),
      walletBefore: walletsBefore(settings.walletsBefore, parts),
    };
  } catch (error) {
    console.error(`The wallet cannot be opened: ${(error as Error).message}`);
    process.exit(configurationError);
  }
}
