// Income and tokens as the console shows them.
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';
import type { readOutsidePayments } from '../../outside-payments.ts';
import type { Tip } from '../../tips.ts';
import { type Chart, roundUp } from '#sidecar/console/stats/model.ts';
import type { Pager, Tab } from '#sidecar/console/ui/listing.ts';

export interface DailyIncome {
  /** YYYY-MM-DD */
  day: string;
  payments: number;
  sats: number;
}

export interface TokenRow {
  id: string;
  resourceId: string;
  /** 0 where it was worked for. */
  amountSats: number;
  isForWork: boolean;
  state: 'valid' | 'over' | 'revoked';
  /** Milliseconds, as the other instants. */
  createdAt: number;
  expiresAt: number;
}

export interface DifferenceRow {
  resourceId: string;
  wallet: string;
  createdAt: number;
  amountSats: number;
  paymentHash: string;
  says: ConsoleMessage;
}

export const differenceTexts = {
  paid_unseen: 'The wallet received it and did not say so. It is in the books now.',
  not_received: 'The books have it, but the wallet says that it is not paid.',
  other_amount: 'Wallet and books name different amounts.',
  usdc_unknown: 'The facilitator did not say whether it was settled: look at your address.',
  not_compared: 'Its wallet was used before and cannot be asked any more.',
} as const;

export const tokenLabels = { valid: 'Valid', over: 'Over', revoked: 'Revoked' } as const;
export const tokenTones = { valid: 'good', over: 'over', revoked: 'bad' } as const;

export interface IncomeModel {
  days: DailyIncome[];
  chart: Chart;
  sats: number;
  payments: number;
  /** Of the development wallet, in which no money moves. */
  playSats: number;
  /** Counted apart from satoshis. */
  usdc: number;
  resources: { name: string; payments: number; sats: number }[];
  wallets: { name: string; payments: number; sats: number }[];
  /** What the wallets' services kept, where they say. */
  feeSats: number;
  compared: {
    at: number | undefined;
    differences: DifferenceRow[];
    outside: Awaited<ReturnType<typeof readOutsidePayments>>;
  };
  tips: Tip[];
  tabs: Tab[];
  tokens: TokenRow[];
  pager: Pager;
}

export function incomeChart(days: DailyIncome[]): Chart {
  const most = roundUp(Math.max(...days.map(({ sats }) => sats)));
  return {
    most,
    bars: days.map(({ day, sats, payments }) => ({
      day,
      agentHeight: 0,
      totalHeight: Math.round((sats / most) * 10_000) / 100,
      counts: { sats, payments },
    })),
  };
}
