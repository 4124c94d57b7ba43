// Runs a task whenever it is asked for, never beside itself; asked for meanwhile, it runs once more.

/** The task must not reject. */
export function turns(task: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let wanted = false;
  const run = async () => {
    while (wanted) {
      wanted = false;
      await task();
    }
    running = undefined;
  };
  return {
    ask: () => {
      wanted = true;
      running ??= run();
    },
    isUnderWay: () => running !== undefined,
    quiet: async () => {
      while (running) await running;
    },
  };
}
