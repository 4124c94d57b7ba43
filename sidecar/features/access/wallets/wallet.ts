// The interface of wallets.

interface InvoiceRequest {
  amountMsat: number;
  description: string;
  /** True if the invoice has the SHA-256 of the description in place of it (BOLT 11, field h). */
  isHashed?: boolean;
  expirySec: number;
}

export interface OpenedInvoice {
  /** BOLT 11. */
  invoice: string;
  /** Hex, 32 bytes. */
  paymentHash: string;
  /** Expiry in the invoice, in milliseconds since the epoch. */
  expiresAt?: number;
}

/** State of an invoice. `unknown` means that the wallet does not have it. */
export type InvoiceState = { state: 'open' | 'unknown' } | Settlement;

export interface Settlement {
  state: 'settled';
  preimage?: string | undefined;
  /** Received amount, which may exceed the invoice; undefined if the wallet does not report it. */
  receivedMsat?: number | undefined;
  /** Fees of the wallet's service. */
  feeMsat?: number | undefined;
}

export interface ReceivedPayment {
  paymentHash: string;
  amountMsat: number;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface Wallet {
  /** Kind of the wallet, stored with each invoice. */
  name: WalletName;
  /** Id of the wallet among those of its kind, stored with each invoice. */
  id?: string | undefined;
  createInvoice: (request: InvoiceRequest) => Promise<OpenedInvoice>;
  lookupInvoice: (paymentHash: string) => Promise<InvoiceState>;
  /** Reports received payments, which the caller verifies by a look-up. Returns a function that stops it. */
  listen?: (onPaid: (paymentHash: string) => void) => () => void;
  /** Lists all payments received since a time in milliseconds, at most the latest hundred. */
  listReceived?: (since: number) => Promise<ReceivedPayment[]>;
  /** Returns since when the wallet is down, in milliseconds since the epoch; undefined if it works. */
  downSince?: () => number | undefined;
  close: () => void;
}

type WalletName = 'nwc' | 'lnd' | 'phoenixd' | 'lnbits' | 'cln' | 'btcpay' | 'development' | 'none';

/** Error for a wallet that cannot be reached or returns an invalid answer. The message has no secrets. */
export class WalletTrouble extends Error {}
