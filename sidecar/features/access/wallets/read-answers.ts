// Validates and converts the answers of wallets.
import { type OpenedInvoice, type ReceivedPayment, type Settlement, WalletTrouble } from './wallet.ts';

export const maxListed = 100;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/i.test(value);

export function readNewInvoice(wallet: string, invoice: unknown, paymentHash: unknown): OpenedInvoice {
  const isInvoice = typeof invoice === 'string' && /^ln[a-z\d]{20,4000}$/i.test(invoice);
  if (isInvoice && isHash(paymentHash)) return { invoice, paymentHash: paymentHash.toLowerCase() };
  throw new WalletTrouble(`${wallet} did not return an invoice with a payment hash`);
}

/** Converts a settled invoice. Some wallets return no preimage, an empty one, or (LNbits before version 1) zeros. */
export function readSettlement(preimage: unknown, receivedMsat?: unknown, feeMsat?: unknown): Settlement {
  const amount = readAmount(receivedMsat);
  const fee = readAmount(feeMsat);
  return {
    state: 'settled',
    preimage: isHash(preimage) && !/^0+$/.test(preimage) ? preimage.toLowerCase() : undefined,
    ...(amount && { receivedMsat: amount }),
    ...(fee !== undefined && { feeMsat: fee }),
  };
}

/** Converts a list of payments and drops entries that are not payments received since the given time. */
export function readReceived(
  since: number,
  listed: unknown,
  read: (entry: Record<string, unknown>) => unknown[],
): ReceivedPayment[] {
  const entries = Array.isArray(listed) ? (listed as Record<string, unknown>[]) : [];
  return entries.flatMap((entry) => {
    const [hash, amount, seconds] = read(entry);
    const amountMsat = readAmount(amount);
    const at = (readAmount(seconds) ?? 0) * 1000;
    return isHash(hash) && amountMsat && at >= since ? [{ paymentHash: hash.toLowerCase(), amountMsat, at }] : [];
  });
}

/** Reads an amount. Some APIs send numbers as strings, and some wallets send fees as negative numbers. */
function readAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? Math.abs(amount) : undefined;
}

/** Converts base64 to hex. */
export const base64ToHex = (base64: unknown): string | undefined =>
  typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('hex') : undefined;
