// Model of the page about income and tokens.
import { type Chart, roundUp } from '#sidecar/console/stats/model.ts';

export interface DailyIncome {
  /** YYYY-MM-DD */
  day: string;
  payments: number;
  sats: number;
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

export function incomeChart(days: DailyIncome[]): Chart {
  const maximum = roundUp(Math.max(...days.map(({ sats }) => sats)));
  return {
    maximum,
    bars: days.map(({ day, sats, payments }) => ({
      day,
      agentHeight: 0,
      totalHeight: Math.round((sats / maximum) * 10_000) / 100,
      counts: { sats, payments },
    })),
  };
}
