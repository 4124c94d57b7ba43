// Collects counters and durations for Prometheus. Label values come from the program and never from a request.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '#contract/endpoints.ts';
import type { FinishedRequest } from '../http/request-watch.ts';

export interface Metrics {
  finished: (request: FinishedRequest) => void;
  /** Counts a request that the parser rejected before it became one. */
  refused: (status: number) => void;
  delivered: (outcome: string) => void;
  built: (step: string, ok: boolean) => void;
  storeFailed: (kind: string) => void;
  shed: (reason: string) => void;
  /** Counts a connection that the server closed or refused. */
  cut: (reason: string) => void;
  /** Returns the metrics in the text format of Prometheus. */
  text: () => Promise<string>;
}

/** Limits of the buckets in seconds: built files take less than a millisecond, a busy database many. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const documents = new Set<string>(Object.values(endpoints).map(({ http }) => http.path));

/** Route template of the contract or the console; `files` means pages, pictures and documents of single items. */
const routeOf = ({ lane, path, route }: FinishedRequest): string =>
  lane === 'static' ? (documents.has(path) ? path : 'files') : (route ?? 'none');

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

const durations = (registers: Registry[]) =>
  new Histogram({
    name: 'greenroom_request_seconds',
    help: 'Seconds from the request headers to the end of the response.',
    labelNames: ['lane', 'route'],
    buckets,
    registers,
  });

const outbox = (registers: Registry[], waiting: () => Promise<number>) =>
  new Gauge({
    name: 'greenroom_outbox_waiting',
    help: 'Deliveries that have not ended. Absent while the database is unreachable.',
    registers,
    async collect() {
      this.set(await waiting().catch(() => Number.NaN));
    },
  });

/** Figures of one machine in a fleet. */
export interface MachineFigures {
  connections: () => { total: number; idle: number; waiting: number } | undefined;
  aheadMs: () => number;
}

function addMachine(registers: Registry[], { connections, aheadMs }: MachineFigures): void {
  new Gauge({
    name: 'greenroom_store_connections',
    help: 'Connections to PostgreSQL by state. waiting counts queries without a connection.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections() ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'greenroom_clock_ahead_seconds',
    help: 'Seconds by which the clock of this machine is ahead of that of the database.',
    registers,
    collect() {
      this.set(aheadMs() / 1000);
    },
  });
}

/** Creates the metrics. `waiting` counts deliveries that have not ended. */
export function createMetrics(waiting: () => Promise<number>, machine?: MachineFigures): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `greenroom_${name}_total`, help, labelNames, registers });

  const requests = counter('requests', 'Responses by lane, route and class of status.', 'lane', 'route', 'status');
  const limited = counter('rate_limited', 'Requests that exceeded a rate limit.', 'route');
  const deliveries = counter('deliveries', 'Attempts to deliver an event, by outcome.', 'outcome');
  const builds = counter('builds', 'Runs of ingest and build by outcome.', 'step', 'outcome');
  const storeErrors = counter('store_errors', 'Failed database queries by cause.', 'kind');
  const sheds = counter('shed', 'Requests rejected under load.', 'reason');
  const cuts = counter('connections_cut', 'Connections that the server closed or refused, by reason.', 'reason');
  const seconds = durations(registers);
  outbox(registers, waiting);
  if (machine) addMachine(registers, machine);

  return {
    finished: (request) => {
      const labels = { lane: request.lane, route: routeOf(request) };
      requests.inc({ ...labels, status: statusClass(request.status) });
      seconds.observe(labels, request.ms / 1000);
      if (request.status === 429) limited.inc({ route: labels.route });
    },
    refused: (status) => requests.inc({ lane: 'parser', route: 'none', status: statusClass(status) }),
    delivered: (outcome) => deliveries.inc({ outcome }),
    built: (step, ok) => builds.inc({ step, outcome: ok ? 'ok' : 'failed' }),
    storeFailed: (kind) => storeErrors.inc({ kind }),
    shed: (reason) => sheds.inc({ reason }),
    cut: (reason) => cuts.inc({ reason }),
    text: () => registry.metrics(),
  };
}
