// Periodic jobs of a running room; no job runs twice at the same time.

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

/** A task that a running room repeats. */
export interface Job {
  /** Stands in the log when the task fails. */
  name: string;
  /** Pause between two runs in milliseconds. */
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Returns the jobs if the condition holds, otherwise none. */
export const when = (condition: boolean, jobs: Job[]): Job[] => (condition ? jobs : []);

/** Runs each job now and then again and again. Returns a function that stops all of them. */
export function startJobs(jobs: Job[], onProblem: (error: Error, name: string) => void): () => Promise<void> {
  const stops = jobs.map(({ name, everyMs, run }) => every(everyMs, run, (error) => onProblem(error, name)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
