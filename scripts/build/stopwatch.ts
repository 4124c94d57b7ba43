// Measures how long each step of a build takes.
export interface Stopwatch {
  /** Begins a step and ends the one before. */
  step: (name: string) => void;
  /** In seconds, from the beginning. */
  seconds: () => string;
  /** “content 0.3 s, pages 1.2 s”: steps that took no time to speak of are left out. */
  told: () => string;
}

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const leastMs = 50;

export function stopwatch(now: () => number = () => performance.now()): Stopwatch {
  const started = now();
  const steps: { name: string; at: number }[] = [];
  return {
    step: (name) => steps.push({ name, at: now() }),
    seconds: () => inSeconds(now() - started),
    told: () =>
      steps
        .map(({ name, at }, i) => ({ name, ms: (steps[i + 1]?.at ?? now()) - at }))
        .filter(({ ms }) => ms >= leastMs)
        .map(({ name, ms }) => `${name} ${inSeconds(ms)} s`)
        .join(', '),
  };
}
