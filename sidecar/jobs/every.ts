// Repeats a task while the sidecar runs, never beside itself.

/** The first time now, then `pauseMs` after each end. A failure is reported, and the next run tries again. Returns a function that stops it. */
export function every(
  pauseMs: number,
  task: () => Promise<unknown>,
  onProblem: (error: Error) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let stopped = false;
  let running: Promise<void>;
  const run = async () => {
    await task().catch(onProblem);
    if (!stopped) timer = setTimeout(() => (running = run()), pauseMs);
  };
  running = run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
