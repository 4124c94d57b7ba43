// The wallet as the settings name it; where it cannot be opened, the program ends and says why.
import process from 'node:process';
import { configurationError } from './ops/exit-codes.ts';
import { openWallet } from './access/wallets/open.ts';
import type { Wallet } from './access/wallets/wallet.ts';

export function walletOrEnd(...asked: Parameters<typeof openWallet>): Wallet {
  try {
    return openWallet(...asked);
  } catch (error) {
    console.error(`The wallet cannot be opened: ${(error as Error).message}`);
    process.exit(configurationError);
  }
}
