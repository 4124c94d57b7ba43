// Puts load on one address: with wrk if it is installed, otherwise with a client in this process.
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { readCpuSeconds, runToEnd } from './children.ts';
import type { Figure } from './report.ts';

const connections = 32;

export interface Target {
  url: string;
  headers?: Record<string, string>;
}

export type Load = (target: Target, seconds: number) => Promise<Figure>;

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** The load runs on one processor, so that the server can use the others. */
const pinned = ['-c', String(cpus().length - 1)];

export const wrk: Load = async ({ url, headers = {} }, seconds) => {
  const headerArguments = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency', ...headerArguments, url];
  const { output } = await runToEnd('taskset', [...pinned, 'wrk', ...args]);
  const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(output);
  const p99 = /^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$/m.exec(output);
  if (!rate || !p99 || /Non-2xx or 3xx|Socket errors/.test(output)) throw new Error(`wrk ${url}:\n${output}`);
  return { value: Number(rate[1]), p99Ms: Number(p99[1]) * unitMs[p99[2]!]! };
};

const sendRequest = (agent: Agent, { url, headers = {} }: Target): Promise<void> =>
  new Promise((done, fail) => {
    const clientRequest = request(url, { agent, headers }, (response) => response.on('end', done).resume());
    clientRequest.on('error', fail).end();
  });

/** Measures the client as well as the server. Ratios are valid, absolute figures are not. */
export const plainClient: Load = async (target, seconds) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await sendRequest(agent, target);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    value: times.length / ((performance.now() - startedAt) / 1000),
    p99Ms: times[Math.floor(times.length * 0.99)]!,
  };
};

interface LoadOptions {
  load: Load;
  /** Seconds of each measurement. */
  seconds: number;
  rounds: number;
}

/** Measures one server, including its processor time. */
async function measureLoad(pid: number, target: Target, { load, seconds }: LoadOptions): Promise<Figure> {
  const before = readCpuSeconds(pid);
  const figure = await load(target, seconds);
  return { ...figure, cpuUs: ((readCpuSeconds(pid) - before) * 1e6) / (figure.value * seconds) };
}

/**
 * Measures servers in turn and returns the figures of one round: the one with the median ratio of the last two
 * servers, which are measured right after each other. The speed of a machine can change within seconds, so figures of
 * different rounds cannot be compared.
 */
export async function measureRounds<Name extends string>(
  requests: Record<Name, { pid: number; target: Target }>,
  options: LoadOptions,
): Promise<Record<Name, Figure>> {
  const names = Object.keys(requests) as Name[];
  const ratio = (figures: Record<Name, Figure>) => figures[names.at(-2)!].value / figures[names.at(-1)!].value;
  const rounds: Record<Name, Figure>[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const figures = {} as Record<Name, Figure>;
    for (const name of names) figures[name] = await measureLoad(requests[name].pid, requests[name].target, options);
    rounds.push(figures);
  }
  return rounds.sort((a, b) => ratio(a) - ratio(b))[Math.floor(rounds.length / 2)]!;
}
