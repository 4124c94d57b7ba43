// The tables of payments and registrations, and their rows that expire.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';

/**
 * `paid_unseen`: the wallet received it, and the books learned of it only then. `not_received`: the books have it, the wallet
 * does not. `other_amount`: both have it with different amounts. `not_compared`: its wallet was used before and cannot be asked.
 */
export type BookDifference = 'paid_unseen' | 'not_received' | 'other_amount' | 'not_compared' | 'usdc_unknown';

declare module '../../storage/tables.ts' {
  interface Tables {
    agentTiers: {
      id: string;
      tokenHash: string;
      name: string | null;
      purpose: string | null;
      whyNoPayment: string | null;
      /** Network from which the agent registered. */
      network: string | null;
      createdAt: number;
      revokedAt: number | null;
    };
    /** Opened at the wallet, each for one token that may come of it. */
    invoices: {
      tokenId: string;
      paymentHash: string;
      resourceId: string;
      amountSats: number;
      /** BOLT 11. */
      invoice: string;
      /** Name of the wallet, and which one of that name it was. Null in rows of before, and where no money moves. */
      wallet: string;
      walletId: string | null;
      state: 'open' | 'settled' | 'lapsed';
      createdAt: number;
      expiresAt: number;
      /** When the wallet is polled next. */
      nextLookupAt: number;
      /** The client it was opened for; null if it is never reused. */
      client: string | null;
      /** JSON: the prices when it was opened. Null in rows of before. */
      terms: string | null;
      /** Amount that the wallet reports; null until the invoice is paid, or if the wallet reports none. */
      receivedMsat: number | null;
      feeMsat: number | null;
      /** When the books were compared with the wallet, and what differed. */
      comparedAt: number | null;
      difference: BookDifference | null;
      /** Message that came with a tip. */
      comment: string | null;
      /** Millionths of USDC, where that was paid; `invoice` is then the transaction. */
      usdcMicros: number | null;
      /** The Nostr event that asked for a tip (NIP-57), and when a relay took the receipt. */
      zapRequest: string | null;
      zapToldAt: number | null;
    };
    /** Payments that the wallet received without an invoice of this room. */
    outsidePayments: { paymentHash: string; wallet: string; amountMsat: number; receivedAt: number };
    /** Access that was paid or worked for: one row for each token that holds. */
    grants: {
      tokenId: string;
      paymentHash: string;
      /** Half of a token: needed to hand it out again, so kept as it is. */
      preimage: string | null;
      source: 'payment' | 'work';
      resourceId: string;
      amountSats: number;
      /** When its macaroon was made. */
      mintedAt: number;
      createdAt: number;
      expiresAt: number;
      /** When the token was first handed out or used. */
      claimedAt: number | null;
      revokedAt: number | null;
      /** JSON: the prices when it was paid or worked for. Null in rows of before. */
      terms: string | null;
      /** For one result per payment: a digest of the request. */
      usedFor: string | null;
      /** Number of requests and jobs that use the token for that; failed ones are subtracted. Null in rows from before this column. */
      usedBy: number | null;
    };
    /** Invoices that the development wallet has issued. */
    developmentInvoices: { paymentHash: string; preimage: string; createdAt: number };
    /** Knowledge about the wallet in use. */
    walletState: {
      id: 1;
      /** Id of the wallet that answered a test. */
      testedWallet: string | null;
      /** Id of the facilitator that answered a test. */
      testedFacilitator: string | null;
      /** JSON: the prices and tips that were live last with a tested wallet. */
      livePrices: string | null;
      /** When the payments that the wallet received were read last. */
      readAt: number | null;
    };
    /** Settings of each wallet that has invoices, sealed. */
    walletSettings: { walletId: string; sealed: string };
    /** The last registration of an agent. */
    agentRegistration: { id: 1; registeredAt: number };
  }
}

const invoicesKeptMs = 7 * dayMs;

/** Nobody paid them, and no token of them could still be valid. Paid invoices stay in the books. */
const lapsedInvoices = deleteOlderThan('invoices', 'tokenId', (rows, before) =>
  rows.where('state', '=', 'lapsed').where('createdAt', '<', before),
);

const developmentInvoices = deleteOlderThan('developmentInvoices', 'paymentHash', (rows, before) =>
  rows.where('createdAt', '<', before),
);

export const accessExpiry: ExpiryRule[] = [
  { retentionMs: invoicesKeptMs, deleteExpired: lapsedInvoices },
  { retentionMs: invoicesKeptMs, deleteExpired: developmentInvoices },
];
