// Measures how long each step of a build takes, and reports the progress of a long one.
import type { Progress } from '#domain/release/site-entry.ts';

export interface Stopwatch {
  /** Begins a step and ends the one before it; called again with the same name, it only reports progress. */
  step: (name: string, progress?: Progress) => void;
  /** In seconds, from the beginning. */
  seconds: () => string;
  /** “content 0.3 s, pages 1.2 s”: steps that took no time to speak of are left out. */
  told: () => string;
}

interface Parts {
  now?: () => number;
  /** Receives a line of progress every few seconds. */
  tell?: (line: string) => void;
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const leastMs = 50;
const tellEveryMs = 3000;

const counted = ({ done, of }: Progress): string => ` ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`;

export function stopwatch({ now = () => performance.now(), tell = () => {} }: Parts = {}): Stopwatch {
  const started = now();
  const steps: { name: string; at: number }[] = [];
  let told = started;
  const seconds = () => inSeconds(now() - started);
  return {
    step: (name, progress) => {
      if (steps.at(-1)?.name !== name) steps.push({ name, at: now() });
      if (now() - told < tellEveryMs) return;
      told = now();
      tell(`${name}${progress ? counted(progress) : ''}, after ${seconds()} s`);
    },
    seconds,
    told: () =>
      steps
        .map(({ name, at }, i) => ({ name, ms: (steps[i + 1]?.at ?? now()) - at }))
        .filter(({ ms }) => ms >= leastMs)
        .map(({ name, ms }) => `${name} ${inSeconds(ms)} s`)
        .join(', '),
  };
}
