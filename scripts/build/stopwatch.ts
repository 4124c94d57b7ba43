// Measures wall time and processor time of the steps of a build, and reports the progress of long steps.
import process from 'node:process';
import type { StepProgress } from '#domain/release/site-entry.ts';

export interface Stopwatch {
  /** Starts a step and ends the previous one. Called again with the same name, it only reports progress. */
  step: (name: string, progress?: StepProgress) => void;
  /** Returns the seconds since the start. */
  seconds: () => string;
  /** Returns “content 0.3 s, pages 1.2 s”, without steps that took almost no time. */
  stepSummary: () => string;
  /** Returns the same for the processor time of this process, on all cores. */
  cpuStepSummary: () => string;
  cpuSeconds: () => string;
}

interface StopwatchDeps {
  now?: () => number;
  /** Returns milliseconds of processor time. */
  cpu?: () => number;
  /** Receives a line of progress every few seconds. */
  report?: (line: string) => void;
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const minMs = 50;
const reportEveryMs = 3000;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface TimeReading {
  now: number;
  cpu: number;
}

const formatProgress = ({ done, of }: StepProgress): string =>
  ` ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`;

export function stopwatch({
  now = () => performance.now(),
  cpu = cpuMs,
  report: report = () => {},
}: StopwatchDeps = {}): Stopwatch {
  const read = (): TimeReading => ({ now: now(), cpu: cpu() });
  const startedAt = read();
  const steps: { name: string; at: TimeReading }[] = [];
  let lastReportAt = startedAt.now;
  const seconds = () => inSeconds(now() - startedAt.now);
  const summarizeSteps = (of: keyof TimeReading): string => {
    const end = read();
    return steps
      .map(({ name, at }, i) => ({ name, ms: (steps[i + 1]?.at ?? end)[of] - at[of] }))
      .filter(({ ms }) => ms >= minMs)
      .map(({ name, ms }) => `${name} ${inSeconds(ms)} s`)
      .join(', ');
  };
  return {
    step: (name, progress) => {
      if (steps.at(-1)?.name !== name) steps.push({ name, at: read() });
      if (now() - lastReportAt < reportEveryMs) return;
      lastReportAt = now();
      report(`${name}${progress ? formatProgress(progress) : ''}, after ${seconds()} s`);
    },
    seconds,
    stepSummary: () => summarizeSteps('now'),
    cpuStepSummary: () => summarizeSteps('cpu'),
    cpuSeconds: () => inSeconds(cpu() - startedAt.cpu),
  };
}
