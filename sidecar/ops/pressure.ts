// Detects overload and rejects expensive requests until it is over.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { ApiError } from '#contract/errors.ts';
import type { Settings } from '../settings/settings.ts';

export type Pressure = 'delay' | 'heap' | undefined;

export interface Sample {
  /** Median delay of timers in milliseconds. */
  delayMs: number;
  /** Used share of the heap limit. */
  heapPercent: number;
}

/**
 * Number of consecutive late samples that count as overload, since reading a release or a start delays everything once.
 */
const inARow = 3;

/** Detects the pressure in samples, newest last. A limit of 0 is disabled. */
export function detectPressure(samples: Sample[], limits: Settings['shed']): Pressure {
  const latest = samples.slice(-inARow);
  const isLate = ({ delayMs }: Sample) => delayMs >= limits.delayMs;
  if (limits.delayMs > 0 && latest.length === inARow && latest.every(isLate)) return 'delay';
  const heapPercent = latest.at(-1)?.heapPercent ?? 0;
  return limits.heapPercent > 0 && heapPercent >= limits.heapPercent ? 'heap' : undefined;
}

const sampleMs = 1000;
const resolutionMs = 10;

/** Idle time after which measuring stops. */
const quietMs = 10_000;

export function watchPressure(limits: Settings['shed']) {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let samples: Sample[] = [];
  let pressure: Pressure;
  let observedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    delays.disable();
    samples = [];
    pressure = undefined;
  };
  const measure = (): void => {
    if (performance.now() - observedAt > quietMs) {
      stop();
      return;
    }
    const { used_heap_size: used, heap_size_limit: heapLimit } = getHeapStatistics();
    const sample = { delayMs: delays.percentile(50) / 1e6 - resolutionMs, heapPercent: (100 * used) / heapLimit };
    samples = [...samples.slice(1 - inARow), sample];
    pressure = detectPressure(samples, limits);
    delays.reset();
  };
  return {
    current: () => pressure,
    /** Records a request, after which the pressure is measured for a while. */
    observe: () => {
      observedAt = performance.now();
      if (timer) return;
      delays.enable();
      timer = setInterval(measure, sampleMs).unref();
    },
    stop,
  };
}

/** Throws under pressure. Called for expensive requests: POSTs and queries. */
export type ShedLoad = () => void;

export const createShedder =
  (pressure: () => Pressure, onShed: (reason: string) => void): ShedLoad =>
  () => {
    const reason = pressure();
    if (!reason) return;
    onShed(reason);
    throw new ApiError('unavailable', 'The room is overloaded. Try again in a few seconds.');
  };
