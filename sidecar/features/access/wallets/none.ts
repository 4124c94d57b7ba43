// The wallet of a room without one. Every call fails.
import { type Wallet, WalletTrouble } from './wallet.ts';

const refuseCall = async (): Promise<never> => {
  throw new WalletTrouble('No wallet is configured. Set WALLET and its settings.');
};

export const noWallet: Wallet = { name: 'none', createInvoice: refuseCall, lookupInvoice: refuseCall, close: () => {} };
