// What was counted, as the console shows it: a chart and its table, and the items that were asked for most.
import type { AgentCalls, DailyCalls } from '../../http/call-figures.ts';
import type { MessageValues } from '../messages/messages.ts';

/** One day of the chart; heights are parts of its height, from 0 to 100. */
interface Bar {
  day: string;
  agentHeight: number;
  totalHeight: number;
  /** What was counted. */
  counts: MessageValues;
}

export interface Chart {
  bars: Bar[];
  /** What the top of the chart stands for. */
  most: number;
}

export interface ItemCalls {
  title: string;
  /** Of its page; undefined where it has none now. */
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
  /** Known by their signatures. */
  agents: AgentCalls[];
  items: ItemCalls[];
}

/** The next number of one digit and zeros that has a half, at least 10. */
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
