// Where no wallet is set: nothing can be paid, and every attempt says so.
import { type Wallet, WalletTrouble } from './wallet.ts';

const refuseCall = async (): Promise<never> => {
  throw new WalletTrouble('No wallet is set: give WALLET and its settings');
};

export const noWallet: Wallet = { name: 'none', createInvoice: refuseCall, lookupInvoice: refuseCall, close: () => {} };
