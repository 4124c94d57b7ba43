// Models of the figures: chart, table and most requested items.
import type { AgentCalls, DailyCalls } from '../../http/call-figures.ts';
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
  most: number;
}

export interface ItemCalls {
  title: string;
  /** Path of its public page, if it has one. */
  path?: string;
  total: number;
  agent: number;
}

export interface FiguresModel {
  days: DailyCalls[];
  total: number;
  agent: number;
  refused: number;
  chart: Chart;
  /** Agents identified by their signatures. */
  agents: AgentCalls[];
  items: ItemCalls[];
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
  const most = roundUp(Math.max(...days.map(({ agent, other }) => agent + other)));
  const height = (count: number) => Math.round((count / most) * 10_000) / 100;
  return {
    most,
    bars: days.map(({ day, agent, other }) => ({
      day,
      agentHeight: height(agent),
      totalHeight: height(agent + other),
      counts: { total: agent + other, agent },
    })),
  };
}
