// A task that is run whenever it is asked for, never beside itself: what is asked meanwhile is one more turn.

export interface Turns {
  ask: () => void;
  /** Until no turn is under way. */
  quiet: () => Promise<void>;
}

/** The task must not reject. */
export function turns(task: () => Promise<void>): Turns {
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
    quiet: async () => {
      while (running) await running;
    },
  };
}
