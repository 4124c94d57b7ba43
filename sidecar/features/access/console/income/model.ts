// Model of the page about income and tokens.
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
  /** Price; 0 for tokens earned with work. */
  amountSats: number;
  isForWork: boolean;
  state: 'valid' | 'over' | 'revoked';
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
}

export interface DifferenceRow {
  resourceId: string;
  wallet: string;
  createdAt: number;
  amountSats: number;
  paymentHash: string;
  message: ConsoleMessage;
}

export const differenceTexts = {
  paid_unseen: 'Your wallet received this payment without reporting it. It is now part of your income.',
  not_received: 'This payment is recorded, but your wallet has not received it.',
  other_amount: 'Your wallet reports a different amount.',
  usdc_unknown: 'Your USDC facilitator did not confirm this payment. Check your USDC address.',
  not_compared: 'This payment went to an earlier wallet that no longer answers.',
} as const;

export const tokenLabels = { valid: 'Valid', over: 'Expired', revoked: 'Revoked' } as const;
export const tokenTones = { valid: 'good', over: 'over', revoked: 'bad' } as const;

export interface IncomeModel {
  days: DailyIncome[];
  chart: Chart;
  sats: number;
  payments: number;
  /** Income of the development wallet, which is not real money. */
  playSats: number;
  /** Income in USDC, which is not part of `sats`. */
  usdc: number;
  resources: { name: string; payments: number; sats: number }[];
  wallets: { name: string; payments: number; sats: number }[];
  /** Fees of the wallets' services. */
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
  const maximum = roundUp(Math.max(...days.map(({ sats }) => sats)));
  return {
    most: maximum,
    bars: days.map(({ day, sats, payments }) => ({
      day,
      agentHeight: 0,
      totalHeight: Math.round((sats / maximum) * 10_000) / 100,
      counts: { sats, payments },
    })),
  };
}
