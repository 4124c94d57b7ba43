// The tables of payments and registrations, and their expiry rules.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';

/**
 * Difference between the books and the wallet. `paid_unseen`: the wallet received a payment that was not recorded.
 * `not_received`: the wallet does not have a recorded payment. `other_amount`: the amounts differ. `not_compared`:
 * the payment was made to an earlier wallet that cannot be reached. `usdc_unknown`: the facilitator did not report the
 * result.
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
    /** Invoices, each for one token. */
    invoices: {
      tokenId: string;
      paymentHash: string;
      resourceId: string;
      amountSats: number;
      /** BOLT 11. */
      invoice: string;
      /** Kind of the wallet. */
      wallet: string;
      /** Id of the wallet; null in rows of earlier versions and for the development wallet. */
      walletId: string | null;
      state: 'open' | 'settled' | 'lapsed';
      createdAt: number;
      expiresAt: number;
      /** Time of the next scheduled look-up. */
      nextLookupAt: number;
      /** Client of the invoice; null if it is never reused. */
      client: string | null;
      /** JSON of the prices at the time of creation; null in rows of earlier versions. */
      terms: string | null;
      /** Amount that the wallet reports; null until the invoice is paid, or if the wallet reports none. */
      receivedMsat: number | null;
      feeMsat: number | null;
      /** Time of the comparison with the wallet. */
      comparedAt: number | null;
      difference: BookDifference | null;
      /** Message that came with a tip. */
      comment: string | null;
      /** Amount in millionths of USDC for payments in USDC, whose `invoice` is the transaction. */
      usdcMicros: number | null;
      /** Nostr event that requested a tip (NIP-57). */
      zapRequest: string | null;
      /** Time at which a relay accepted the receipt or sending was given up. */
      zapToldAt: number | null;
    };
    /** Payments that the wallet received without an invoice of this room. */
    outsidePayments: { paymentHash: string; wallet: string; amountMsat: number; receivedAt: number };
    /** Access that was paid for or earned with work, one row for each token. */
    grants: {
      tokenId: string;
      paymentHash: string;
      /** Secret half of a token. Stored unhashed because the token can be requested again. */
      preimage: string | null;
      source: 'payment' | 'work';
      resourceId: string;
      amountSats: number;
      /** Creation time of the macaroon. */
      mintedAt: number;
      createdAt: number;
      expiresAt: number;
      /** Time at which the token was first issued or used. */
      claimedAt: number | null;
      revokedAt: number | null;
      /** JSON of the prices at the time of sale; null in rows of earlier versions. */
      terms: string | null;
      /** Hash of the request that used the payment, for resources with one result per payment. */
      usedFor: string | null;
      /** Number of successful and running requests with the token; null in rows of earlier versions. */
      usedBy: number | null;
    };
    /** Invoices of the development wallet. */
    developmentInvoices: { paymentHash: string; preimage: string; createdAt: number };
    /** State of the current wallet. */
    walletState: {
      id: 1;
      /** Id of the wallet that has answered a test. */
      testedWallet: string | null;
      /** Id of the facilitator that has answered a test. */
      testedFacilitator: string | null;
      /** JSON of the prices and tips that were last published with a tested wallet. */
      livePrices: string | null;
      /** Time at which the received payments were last read. */
      readAt: number | null;
    };
    /** Encrypted settings of each wallet with invoices. */
    walletSettings: { walletId: string; sealed: string };
    /** Row that registrations lock. */
    agentRegistration: { id: 1; registeredAt: number };
  }
}

const invoiceRetentionMs = 7 * dayMs;

/** Deletes unpaid invoices whose tokens could no longer be valid. Paid invoices are kept. */
const deleteLapsedInvoices = deleteOlderThan('invoices', 'tokenId', (rows, before) =>
  rows.where('state', '=', 'lapsed').where('createdAt', '<', before),
);

const deleteDevelopmentInvoices = deleteOlderThan('developmentInvoices', 'paymentHash', (rows, before) =>
  rows.where('createdAt', '<', before),
);

export const accessExpiry: ExpiryRule[] = [
  { retentionMs: invoiceRetentionMs, deleteExpired: deleteLapsedInvoices },
  { retentionMs: invoiceRetentionMs, deleteExpired: deleteDevelopmentInvoices },
];
