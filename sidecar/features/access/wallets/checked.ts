// Decodes each invoice of a wallet before anybody is asked to pay it.
import { decodeInvoice } from '@getalby/lightning-tools/bolt11';
import { type Wallet, WalletTrouble } from './wallet.ts';

/** BOLT 11: where an invoice does not say. */
const defaultExpirySec = 3600;
/** A shorter expiry leaves a payer no time. */
const leastExpirySec = 300;

/** `now` gives milliseconds. */
export const checkedWallet = (wallet: Wallet, now: () => number): Wallet => ({
  ...wallet,
  createInvoice: async (wanted) => {
    const made = await wallet.createInvoice(wanted);
    const read = decodeInvoice(made.invoice);
    const wrong = (what: string) => new WalletTrouble(`The wallet gives an invoice ${what}`);
    if (!read) throw wrong('that cannot be read');
    if (read.millisatoshi !== wanted.amountMsat)
      throw wrong(`over ${read.millisatoshi} msat in place of ${wanted.amountMsat}`);
    if (read.paymentHash !== made.paymentHash) throw wrong('with another payment hash than it says');
    const expiresAt = (read.timestamp + (read.expiry ?? defaultExpirySec)) * 1000;
    if (expiresAt < now() + Math.min(leastExpirySec, wanted.expirySec / 2) * 1000)
      throw wrong('that is over at once: compare the clocks');
    return { ...made, expiresAt };
  },
});
