// What every wallet can do, and how it says that it cannot at the moment.

interface InvoiceRequest {
  amountMsat: number;
  description: string;
  /** The invoice carries the SHA-256 of the description in place of it (BOLT 11, field h). */
  isHashed?: boolean;
  expirySec: number;
}

export interface OpenedInvoice {
  /** BOLT 11. */
  invoice: string;
  /** Hex, 32 bytes. */
  paymentHash: string;
  /** Milliseconds, as the invoice itself says. */
  expiresAt?: number;
}

/** `unknown`: the wallet has no such invoice. */
export type InvoiceState = { state: 'open' | 'unknown' } | Settlement;

export interface Settlement {
  state: 'settled';
  preimage?: string | undefined;
  /** More than the invoice asked for, where the payer rounded up; undefined where the wallet does not say. */
  receivedMsat?: number | undefined;
  /** What the wallet's service kept of it. */
  feeMsat?: number | undefined;
}

export interface ReceivedPayment {
  paymentHash: string;
  amountMsat: number;
  /** Milliseconds. */
  at: number;
}

export interface Wallet {
  /** Kept with each invoice, and named where money does not move. */
  name: WalletName;
  /** Tells wallets of one kind apart: kept with each invoice, too. */
  id?: string | undefined;
  createInvoice: (wanted: InvoiceRequest) => Promise<OpenedInvoice>;
  lookupInvoice: (paymentHash: string) => Promise<InvoiceState>;
  /** Reports payments as they come in; returns a function that stops it. Each report is verified by a look-up. */
  listen?: (onPaid: (paymentHash: string) => void) => () => void;
  /** Everything that came in since an instant, in milliseconds, whoever made the invoice; the newest hundred at most. */
  listReceived?: (since: number) => Promise<ReceivedPayment[]>;
  /** Since when it does not work, in milliseconds; undefined while it does. */
  downSince?: () => number | undefined;
  close: () => void;
}

type WalletName = 'nwc' | 'lnd' | 'phoenixd' | 'lnbits' | 'cln' | 'btcpay' | 'development' | 'none';

/** The wallet cannot be reached, or its answer is of no use. The message names no secret. */
export class WalletTrouble extends Error {}
