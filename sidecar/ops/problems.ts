// Tells of tasks that failed and are tried again, so that one that fails every second does not fill the log.

const repeatMs = 60_000;

/** The same problem of a task is told once a minute. `now` gives milliseconds. */
export function problemTeller(tell: (task: string, error: Error) => void, now: () => number) {
  const told = new Map<string, { message: string; at: number }>();
  return (task: string) => (error: Error) => {
    const last = told.get(task);
    if (last?.message === error.message && now() - last.at < repeatMs) return;
    told.set(task, { message: error.message, at: now() });
    tell(task, error);
  };
}
