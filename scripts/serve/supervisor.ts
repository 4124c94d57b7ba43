// Supervises the server: restarts it after a crash, with increasing delays, and prints the reason.
import type { ChildProcess } from 'node:child_process';
import { configurationExitCode } from '../../sidecar/settings/exit-codes.ts';
import type { ServerReport } from '../../sidecar/ops/parent-process.ts';

export interface SupervisorDeps {
  /** Starts the server with an IPC channel to this process. */
  start: () => ChildProcess;
  print: (line: string) => void;
  onReport?: (report: ServerReport) => void;
  /** Delays in milliseconds before the first restart, the second one, and so on; the last one is repeated. */
  delaysMs?: number[];
  /** Run time after which the server counts as recovered and the delays start again. */
  steadyMs?: number;
}

export interface SupervisedServer {
  /** Resolves with the exit code of the last run, when the server was stopped or a restart would not help. */
  ended: Promise<number>;
  /** Passes a signal to the server and prevents restarts. */
  stop: (signal: NodeJS.Signals) => void;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  why: string | undefined;
  ranMs: number;
}

const seconds = (ms: number): string => `${ms / 1000} s`;
const increasing = [1, 2, 4, 8, 16, 32, 60].map((pause) => pause * 1000);

function describeExit({ code, signal, why }: Exit): string {
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
  return `The server ${how}${why ? `: ${why}` : ''}.`;
}

/** Returns true if the server was stopped, or if a restart would not help. */
const isFinal = ({ code, signal }: Exit): boolean =>
  code === 0 || code === configurationExitCode || signal === 'SIGTERM' || signal === 'SIGINT';

function waitForExit(child: ChildProcess, onReport: (report: ServerReport) => void): Promise<Exit> {
  const startedAt = performance.now();
  let why: string | undefined;
  child.on('message', (message) => {
    const report = message as ServerReport;
    if (report.kind === 'crashed') why = report.why;
    onReport(report);
  });
  return new Promise((done) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) =>
      done({ code, signal, why, ranMs: performance.now() - startedAt });
    child.on('exit', end);
    // The process could not be started.
    child.on('error', (error) => {
      why = error.message;
      if (child.pid === undefined) end(1, null);
    });
  });
}

export function supervise(deps: SupervisorDeps): SupervisedServer {
  const { start, print, onReport = () => {}, delaysMs = increasing, steadyMs = 300_000 } = deps;
  let child: ChildProcess;
  let hasStopped = false;
  let wake = () => {};

  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  async function run(): Promise<number> {
    for (let crashes = 0; ;) {
      child = start();
      const exit = await waitForExit(child, onReport);
      if (hasStopped || isFinal(exit)) return exit.code ?? 0;
      if (exit.ranMs >= steadyMs) crashes = 0;
      const delayMs = delaysMs[Math.min(crashes++, delaysMs.length - 1)]!;
      print(`${describeExit(exit)} Restarting in ${seconds(delayMs)}.`);
      await pause(delayMs);
      if (hasStopped) return 0;
    }
  }

  const exit = run();
  return {
    ended: exit,
    stop: (signal) => {
      hasStopped = true;
      child.kill(signal);
      wake();
    },
  };
}
