// Metrics for Prometheus: counters and durations. Label values come from the program and never from a request.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { endpoints } from '#contract/endpoints.ts';
import type { FinishedRequest } from '../http/request-watch.ts';

export interface Metrics {
  finished: (request: FinishedRequest) => void;
  /** Turned away by the parser, so that it never became a request. */
  refused: (status: number) => void;
  delivered: (outcome: string) => void;
  built: (step: string, ok: boolean) => void;
  storeFailed: (kind: string) => void;
  shed: (reason: string) => void;
  /** A connection that was closed or refused by the server. */
  cut: (reason: string) => void;
  /** Returns the metrics in the text format of Prometheus. */
  text: () => Promise<string>;
}

/** Seconds: built files take less than a millisecond, a waiting store many. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const documents = new Set<string>(Object.values(endpoints).map(({ http }) => http.path));

/** A template of the contract or the console; `files` are pages, pictures and the documents of single items. */
const routeOf = ({ lane, path, route }: FinishedRequest): string =>
  lane === 'static' ? (documents.has(path) ? path : 'files') : (route ?? 'none');

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

const durations = (registers: Registry[]) =>
  new Histogram({
    name: 'greenroom_request_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['lane', 'route'],
    buckets,
    registers,
  });

const outbox = (registers: Registry[], waiting: () => Promise<number>) =>
  new Gauge({
    name: 'greenroom_outbox_waiting',
    help: 'Deliveries that have not ended; no value while the store is away.',
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
    help: 'Connections to PostgreSQL, by what they are at; waiting: queries without one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections() ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'greenroom_clock_ahead_seconds',
    help: 'By how much the clock of this machine is ahead of that of the store.',
    registers,
    collect() {
      this.set(aheadMs() / 1000);
    },
  });
}

/** `waiting` counts the deliveries that have not ended. */
export function createMetrics(waiting: () => Promise<number>, machine?: MachineFigures): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `greenroom_${name}_total`, help, labelNames, registers });

  const requests = counter('requests', 'Answers, by lane, route and class of status.', 'lane', 'route', 'status');
  const limited = counter('rate_limited', 'Requests over a rate.', 'route');
  const deliveries = counter('deliveries', 'Attempts to deliver an event, by what came of them.', 'outcome');
  const builds = counter('builds', 'Runs of ingest and build, by what came of them.', 'step', 'outcome');
  const storeErrors = counter('store_errors', 'Queries that failed, by what is wrong with the store.', 'kind');
  const sheds = counter('shed', 'Requests turned away under pressure.', 'reason');
  const cuts = counter('connections_cut', 'Connections that the server closed or refused, by why.', 'reason');
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
