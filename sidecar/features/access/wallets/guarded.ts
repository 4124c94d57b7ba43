// Protects requests from a wallet that hangs or is down: after a failure, all calls fail immediately until a probe
// succeeds.
import { type Wallet, WalletTrouble } from './wallet.ts';

/** Timeout of a call, in milliseconds. The first call to a hanging wallet fails within two seconds. */
const timeoutMs = 1800;
const probeEveryMs = 1000;
/** Payment hash of the probe. No invoice has it. */
const unusedHash = '0'.repeat(64);

/** Creates a promise that rejects all running calls together. */
function newHang(): PromiseWithResolvers<never> {
  const hang = Promise.withResolvers<never>();
  hang.promise.catch(() => undefined);
  return hang;
}

/** Rejects with WalletTrouble if the work takes longer. */
export function withTimeout<T>(work: Promise<T>, ms: number, { promise, reject } = newHang()): Promise<T> {
  const timer = setTimeout(() => reject(new WalletTrouble('The wallet did not answer in time')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

export const defaultTimes = { timeoutMs, probeEveryMs };

export function guardedWallet(wallet: Wallet, now: () => number, times = defaultTimes): Wallet {
  let trouble: WalletTrouble | undefined;
  let since = 0;
  let probe: NodeJS.Timeout | undefined;
  let isClosed = false;
  // When one call times out, all running calls fail with it.
  let hang = newHang();

  const markWorking = () => {
    trouble = undefined;
    hang = newHang();
  };
  const scheduleProbe = () => {
    if (isClosed) return;
    probe = setTimeout(() => {
      withTimeout(wallet.lookupInvoice(unusedHash), times.timeoutMs).then(markWorking, scheduleProbe);
    }, times.probeEveryMs);
    probe.unref();
  };
  async function guard<T>(work: () => Promise<T>): Promise<T> {
    if (trouble) throw trouble;
    try {
      return await withTimeout(work(), times.timeoutMs, hang);
    } catch (error) {
      // One probe is enough when several calls fail.
      if (error instanceof WalletTrouble && !trouble) {
        trouble = error;
        since = now();
        scheduleProbe();
      }
      throw error;
    }
  }
  return {
    ...wallet,
    createInvoice: (request) => guard(() => wallet.createInvoice(request)),
    lookupInvoice: (paymentHash) => guard(() => wallet.lookupInvoice(paymentHash)),
    downSince: () => (trouble ? since : undefined),
    close: () => {
      isClosed = true;
      clearTimeout(probe);
      wallet.close();
    },
  };
}
