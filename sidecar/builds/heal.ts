// Asks for the build that puts right what is served.
import type { Builder } from './builder.ts';

const pauseMs = 60_000;

/** At most once a minute: two rooms that build one folder for two addresses must not do so without end. `now` gives milliseconds. */
export function healer(request: Builder['request'], now: () => number): () => Promise<void> {
  let askedAt = -Infinity;
  return async () => {
    if (now() - askedAt < pauseMs) return;
    askedAt = now();
    await request('build');
  };
}
