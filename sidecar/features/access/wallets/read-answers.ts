// What a wallet says, checked before it is believed.
import { type OpenedInvoice, type ReceivedPayment, type Settlement, WalletTrouble } from './wallet.ts';

export const maxListed = 100;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/i.test(value);

export function readNewInvoice(wallet: string, invoice: unknown, paymentHash: unknown): OpenedInvoice {
  const isInvoice = typeof invoice === 'string' && /^ln[a-z\d]{20,4000}$/i.test(invoice);
  if (isInvoice && isHash(paymentHash)) return { invoice, paymentHash: paymentHash.toLowerCase() };
  throw new WalletTrouble(`${wallet} gives no invoice with a payment hash`);
}

/** Some wallets show no preimage, an empty one, or (LNbits before version 1) zeros. */
export function readSettlement(preimage: unknown, receivedMsat?: unknown, feeMsat?: unknown): Settlement {
  const [received, fee] = [receivedMsat, feeMsat].map(readAmount);
  return {
    state: 'settled',
    preimage: isHash(preimage) && !/^0+$/.test(preimage) ? preimage.toLowerCase() : undefined,
    ...(received && { receivedMsat: received }),
    ...(fee !== undefined && { feeMsat: fee }),
  };
}

/** What a wallet lists, without what is no payment that came in since then. */
export function readReceived(
  since: number,
  listed: unknown,
  read: (one: Record<string, unknown>) => unknown[],
): ReceivedPayment[] {
  const all = Array.isArray(listed) ? (listed as Record<string, unknown>[]) : [];
  return all.flatMap((one) => {
    const [hash, amount, seconds] = read(one);
    const [amountMsat, at] = [readAmount(amount), (readAmount(seconds) ?? 0) * 1000];
    return isHash(hash) && amountMsat && at >= since ? [{ paymentHash: hash.toLowerCase(), amountMsat, at }] : [];
  });
}

/** REST APIs may send numbers as strings, and some wallets send fees as negative numbers. */
function readAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? Math.abs(amount) : undefined;
}

/** Bytes as REST writes them, in hex. */
export const base64ToHex = (base64: unknown): string | undefined =>
  typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('hex') : undefined;
