// Formats all measurements as a table, and the targets that are met or missed.

export interface Figure {
  value: number;
  p99Ms?: number;
  /** Processor time of the server for each request in microseconds, which is comparable even on a busy machine. */
  cpuUs?: number;
}

export interface Row extends Figure {
  items: number;
  /** Stable name by which the targets find the row. */
  name: string;
  unit: string;
  /** Figures of the same work in the same run, done by something else. */
  comparison?: Record<string, Figure>;
}

export interface Target {
  text: string;
  /** Measured value, or undefined if the run did not measure it. */
  measured: number | undefined;
  isMet: (seen: number) => boolean;
}

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

function figure({ value, p99Ms, cpuUs }: Figure, unit: string): string {
  const p99 = p99Ms === undefined ? '' : `, p99 ${number(p99Ms)} ms`;
  const cpu = cpuUs === undefined ? '' : `, ${number(cpuUs)} µs CPU`;
  return `${number(value)} ${unit}${p99}${cpu}`;
}

const comparisonText = ({ value, unit, comparison = {} }: Row): string =>
  Object.entries(comparison)
    .map(([name, other]) => `${name} ${figure(other, unit)}: ${(value / other.value).toFixed(2)}`)
    .join('; ');

export function table(rows: Row[]): string {
  const head = ['items', 'measure', 'here', 'compared with: ratio'];
  const lines = rows.map((row) => [number(row.items), row.name, figure(row, row.unit), comparisonText(row)]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)));
  const format = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
}

const ratio = (row: Row | undefined, other: string): number | undefined => {
  const comparison = row?.comparison?.[other];
  return row && comparison && row.value / comparison.value;
};

const hearingAims = (rows: Row[]): Target[] => [
  ...Object.entries({ clean: 5, telephone: 12, 'noise at 10 dB': 15, 'music at 5 dB': 12 }).map(([name, limit]) =>
    atMost(`Word errors, ${name}, %`, limit, rows.find((row) => row.name === `word errors, ${name}`)?.value),
  ),
  ...['foreign recordings that were not refused', 'words from sounds without any'].map((name) =>
    atMost(name, 0, rows.find((row) => row.name === name)?.value),
  ),
];

type Find = (name: string, items: number) => Row | undefined;

const sizesOf = (rows: Row[]): number[] => [...new Set(rows.map(({ items }) => items))].sort((a, b) => a - b);

/** Creates a target with an upper limit. */
const atMost = (text: string, limit: number, seen: number | undefined): Target => ({
  text: `${text}: at most ${number(limit)}`,
  measured: seen,
  isMet: (value) => value <= limit,
});

const quotient = (many: Row | undefined, few: Row | undefined): number | undefined =>
  many && few && many.value / few.value;

/** Seconds from an approval to the visible page, its CPU time, and the same for the first after a start, by items. */
const approvalLimits: Record<number, { visible: number; cpu: number; first: number }> = {
  1_000: { visible: 0.6, cpu: 0.6, first: 1 },
  10_000: { visible: 1, cpu: 1, first: 2 },
  100_000: { visible: 6, cpu: 6, first: 15 },
};

const approvalAims = (find: Find): Target[] =>
  Object.entries(approvalLimits).flatMap(([size, { visible, cpu, first }]) => {
    const items = Number(size);
    const count = number(items);
    return [
      atMost(`Approval to visible at ${count} items, s`, visible, find('approval to visible', items)?.value),
      atMost(`CPU of it at ${count} items, s`, cpu, find('approval to visible, CPU', items)?.value),
      atMost(`The first approval at ${count} items, s`, first, find('the first of them to visible', items)?.value),
      atMost(`Builds for ten approvals at ${count} items`, 1, find('ten approvals at once, builds', items)?.value),
    ];
  });

const servedInMemory = ['index', '304', 'newest 20', 'tag + type + date', 'one article'];

/** Compares the room with a bare server that sends the same bytes from memory. */
const bareAims = (find: Find, items: number): Target[] =>
  servedInMemory.flatMap((name) => {
    const row = find(name, items);
    const bare = row?.comparison?.['node:http'];
    return [
      {
        text: `${name} at ${number(items)} items: 0.8 of a bare node:http server or more`,
        measured: ratio(row, 'node:http'),
        isMet: (seen: number) => seen >= 0.8,
      },
      atMost(`${name} at ${number(items)} items, p99 by that server's`, 2, bare && row.p99Ms! / bare.p99Ms!),
    ];
  });

function restAims(find: Find): Target[] {
  const limits = {
    1_000: { megabytes: 110, startMs: 800 },
    10_000: { megabytes: 150, startMs: 1200 },
    100_000: { megabytes: 450, startMs: 5000 },
  };
  return Object.entries(limits).flatMap(([size, { megabytes, startMs }]) => {
    const items = Number(size);
    return [
      atMost(`Start of the sidecar at ${number(items)} items, ms`, startMs, find('sidecar start', items)?.value),
      atMost(`Memory at rest at ${number(items)} items, MiB`, megabytes, find('sidecar memory at rest', items)?.value),
    ];
  });
}

function buildAims(find: Find): Target[] {
  const [few, many] = [10_000, 100_000].map((items) => find('full build, CPU', items));
  return [
    atMost(
      'Build after one approval at 10,000 items, by the full build',
      0.1,
      ratio(find('build after one approval', 10_000), 'full'),
    ),
    atMost('CPU of the full build of 100,000 items, by one of 10,000', 12, quotient(many, few)),
  ];
}

function roomAims(rows: Row[], find: Find): Target[] {
  const [few, many] = [1_000, 100_000].map((items) => find('tag + type + date', items));
  return [
    {
      text: 'A filtered query at 100,000 items costs less than twice one at 1,000',
      measured: quotient(few, many),
      isMet: (seen) => seen < 2,
    },
    ...sizesOf(rows).flatMap((items) => bareAims(find, items)),
    ...restAims(find),
    ...buildAims(find),
    ...approvalAims(find),
  ];
}

/** Returns all targets with their measured values. */
export function listTargets(rows: Row[]): Target[] {
  const find: Find = (name, items) => rows.find((row) => row.name === name && row.items === items);
  return [...roomAims(rows, find), ...hearingAims(rows)];
}

export const aimLines = (all: Target[]): string[] =>
  all
    .filter(({ measured: seen }) => seen !== undefined)
    .map(({ text, measured: seen, isMet: met }) => `${met(seen!) ? 'met    ' : 'NOT MET'}  ${text}: ${number(seen!)}`);
