// Reports repeated problems in intervals, so that they do not fill the log.

const repeatMs = 60_000;

/** Logs the same problem of a task once a minute. `now` returns milliseconds. */
export function createProblemReporter(tell: (task: string, error: Error) => void, now: () => number) {
  const reported = new Map<string, { message: string; at: number }>();
  return (task: string) => (error: Error) => {
    const last = reported.get(task);
    if (last?.message === error.message && now() - last.at < repeatMs) return;
    reported.set(task, { message: error.message, at: now() });
    tell(task, error);
  };
}

/** Logs each kind of event once a minute, with the number of events since the last time. `now` returns milliseconds. */
export function createEventReporter(tell: (kind: string, count: number, example: string) => void, now: () => number) {
  const kinds = new Map<string, { count: number; at: number }>();
  return (kind: string, example: string): void => {
    const last = kinds.get(kind);
    if (last && now() - last.at < repeatMs) {
      last.count++;
      return;
    }
    tell(kind, (last?.count ?? 0) + 1, example);
    kinds.set(kind, { count: 0, at: now() });
  };
}
