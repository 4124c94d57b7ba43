// What was measured, as one table, and whether it meets the aims.

export interface Figure {
  value: number;
  p99Ms?: number;
  /** Processor time of the server for each request: what stays comparable on a machine that is busy with other things. */
  cpuUs?: number;
}

export interface Row extends Figure {
  items: number;
  /** Stable name, by which the aims find the row. */
  name: string;
  unit: string;
  /** The same work done by something else in the same run. */
  beside?: Record<string, Figure>;
}

export interface Aim {
  text: string;
  /** What was seen, or nothing where the run did not measure it. */
  seen: number | undefined;
  met: (seen: number) => boolean;
}

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

function figure({ value, p99Ms, cpuUs }: Figure, unit: string): string {
  const p99 = p99Ms === undefined ? '' : `, p99 ${number(p99Ms)} ms`;
  const cpu = cpuUs === undefined ? '' : `, ${number(cpuUs)} µs CPU`;
  return `${number(value)} ${unit}${p99}${cpu}`;
}

const besideText = ({ value, unit, beside = {} }: Row): string =>
  Object.entries(beside)
    .map(([name, other]) => `${name} ${figure(other, unit)}: ${(value / other.value).toFixed(2)}`)
    .join('; ');

export function table(rows: Row[]): string {
  const head = ['items', 'measure', 'here', 'beside it: ratio'];
  const lines = rows.map((row) => [number(row.items), row.name, figure(row, row.unit), besideText(row)]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)));
  const format = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
}

const ratio = (row: Row | undefined, other: string): number | undefined => {
  const beside = row?.beside?.[other];
  return row && beside && row.value / beside.value;
};

export const hearingAims = (rows: Row[]): Aim[] => [
  {
    text: 'Other requests while a recording is heard, p99: under 50 ms',
    seen: rows.find(({ name }) => name === 'other requests beside it, p99')?.value,
    met: (seen) => seen < 50,
  },
  ...Object.entries({ clean: 5, telephone: 12, 'noise at 10 dB': 15, 'music at 5 dB': 12 }).map(([name, most]) => ({
    text: `Word errors, ${name}: at most ${most} %`,
    seen: rows.find((row) => row.name === `word errors, ${name}`)?.value,
    met: (seen: number) => seen <= most,
  })),
  ...['foreign recordings that were not refused', 'words from sounds without any'].map((name) => ({
    text: `${name[0]!.toUpperCase()}${name.slice(1)}: none`,
    seen: rows.find((row) => row.name === name)?.value,
    met: (seen: number) => seen === 0,
  })),
];

type Find = (name: string, items: number) => Row | undefined;

const nexusAims = (find: Find): Aim[] =>
  ['SQLite', 'PostgreSQL'].map((store) => ({
    text: `Nexus creators at 100,000 members on ${store}, 32 connections: p99 under 30 ms`,
    seen: find(`nexus creators, ${store}`, 100_000)?.p99Ms,
    met: (seen) => seen < 30,
  }));

function roomAims(rows: Row[], find: Find): Aim[] {
  const [few, many] = [1_000, 100_000].map((items) => find('tag + type + date', items));
  const measured = [...new Set(rows.map(({ items }) => items))];
  const bare = (name: string): Aim[] =>
    measured.map((items) => ({
      text: `${name} at ${number(items)} items: 0.85 of a bare node:http server or more`,
      seen: ratio(find(name, items), 'node:http'),
      met: (seen) => seen >= 0.85,
    }));
  return [
    {
      text: 'A filtered query at 100,000 items costs less than twice one at 1,000',
      seen: few && many && few.value / many.value,
      met: (seen) => seen < 2,
    },
    {
      text: 'The filter alone at 100,000 items: under 10 µs',
      seen: find('filter alone', 100_000)?.value,
      met: (seen) => seen < 10,
    },
    ...bare('index'),
    ...bare('304'),
    {
      text: 'Build after one approval at 10,000 items: at most 0.10 of the full build',
      seen: ratio(find('build after one approval', 10_000), 'full'),
      met: (seen) => seen <= 0.1,
    },
    {
      text: 'CPU of the full build of 10,000 items: at most 2 of Hugo',
      seen: ratio(find('full build, CPU', 10_000), 'Hugo'),
      met: (seen) => seen <= 2,
    },
    {
      text: 'Start of the sidecar at 10,000 items: under 1,000 ms',
      seen: find('sidecar start', 10_000)?.value,
      met: (seen) => seen < 1000,
    },
  ];
}

/** The aims; each is looked up in the rows. */
export function aims(rows: Row[]): Aim[] {
  const find: Find = (name, items) => rows.find((row) => row.name === name && row.items === items);
  return [...roomAims(rows, find), ...nexusAims(find)];
}

export const aimLines = (all: Aim[]): string[] =>
  all
    .filter(({ seen }) => seen !== undefined)
    .map(({ text, seen, met }) => `${met(seen!) ? 'met    ' : 'NOT MET'}  ${text}: ${number(seen!)}`);
