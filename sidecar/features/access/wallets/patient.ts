// Retries a wallet that does not answer: most trouble is over in a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Wallet, WalletTrouble } from './wallet.ts';

const pausesMs = [200, 800];

async function patiently<T>(ask: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const [pause, ...later] = pauses;
    if (pause === undefined || !(error instanceof WalletTrouble)) throw error;
    await sleep(pause);
    return patiently(ask, later);
  }
}

/** An invoice whose response was lost costs nothing: nobody can pay it. */
export const patientWallet = (wallet: Wallet, pauses: readonly number[] = pausesMs): Wallet => ({
  ...wallet,
  createInvoice: (wanted) => patiently(() => wallet.createInvoice(wanted), pauses),
  lookupInvoice: (paymentHash) => patiently(() => wallet.lookupInvoice(paymentHash), pauses),
});
