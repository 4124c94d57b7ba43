// Chart of daily calls.
import type { DailyCalls } from '../../http/call-figures.ts';
import type { MessageValues } from '../messages/messages.ts';

/** One day of the chart. Heights are percentages. */
interface Bar {
  day: string;
  agentHeight: number;
  totalHeight: number;
  /** Calls of the day. */
  counts: MessageValues;
}

export interface Chart {
  bars: Bar[];
  /** Number of calls at the top of the chart. */
  maximum: number;
}

/** Rounds up to a number with one digit and zeros that can be halved, at least 10. */
export function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(number, 1)));
  const steps = [1, 2, 4, 6, 8, 10].map((step) => step * power);
  return Math.max(
    10,
    steps.find((step) => step >= number)!,
  );
}

export function buildChart(days: DailyCalls[]): Chart {
  const maximum = roundUp(Math.max(...days.map(({ agent, other }) => agent + other)));
  const height = (count: number) => Math.round((count / maximum) * 10_000) / 100;
  return {
    maximum,
    bars: days.map(({ day, agent, other }) => ({
      day,
      agentHeight: height(agent),
      totalHeight: height(agent + other),
      counts: { total: agent + other, agent },
    })),
  };
}
