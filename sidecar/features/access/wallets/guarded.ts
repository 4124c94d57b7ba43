// Keeps a wallet that hangs or is down from holding requests up: after a failure everything fails at once, until a probe gets an answer.
import { type Wallet, WalletTrouble } from './wallet.ts';

/** How long a wallet is waited for: what asks it first is told within two seconds that it hangs. */
const timeoutMs = 1800;
const probeEveryMs = 1000;
/** No invoice has this hash; a working wallet says so. */
const unusedHash = '0'.repeat(64);

/** Rejects everything that waits with it. */
function newHang(): PromiseWithResolvers<never> {
  const hang = Promise.withResolvers<never>();
  hang.promise.catch(() => undefined);
  return hang;
}

function withTimeout<T>(work: Promise<T>, ms: number, { promise, reject } = newHang()): Promise<T> {
  const timer = setTimeout(() => reject(new WalletTrouble('The wallet does not answer in time')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

export const usualTimes = { patienceMs: timeoutMs, probeEveryMs };

export function guardedWallet(wallet: Wallet, now: () => number, waits = usualTimes): Wallet {
  let trouble: WalletTrouble | undefined;
  let since = 0;
  let probe: NodeJS.Timeout | undefined;
  let isClosed = false;
  // A request that began shortly before that need not wait as long again.
  let hang = newHang();

  const markWorking = () => ([trouble, hang] = [undefined, newHang()]);
  const scheduleProbe = () => {
    if (isClosed) return;
    probe = setTimeout(() => {
      withTimeout(wallet.lookupInvoice(unusedHash), waits.patienceMs).then(markWorking, scheduleProbe);
    }, waits.probeEveryMs);
    probe.unref();
  };
  async function guard<T>(work: () => Promise<T>): Promise<T> {
    if (trouble) throw trouble;
    try {
      return await withTimeout(work(), waits.patienceMs, hang);
    } catch (error) {
      // Many may fail together: one probe is enough.
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
    createInvoice: (wanted) => guard(() => wallet.createInvoice(wanted)),
    lookupInvoice: (paymentHash) => guard(() => wallet.lookupInvoice(paymentHash)),
    downSince: () => (trouble ? since : undefined),
    close: () => {
      isClosed = true;
      clearTimeout(probe);
      wallet.close();
    },
  };
}
