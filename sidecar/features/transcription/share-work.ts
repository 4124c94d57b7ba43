// Shares work among callers: later ones join it, and it is aborted when the last one leaves.

interface Caller<P> {
  stop: AbortSignal;
  progress: P;
}

interface SharedWork<T, P> {
  work: Promise<T>;
  controller: AbortController;
  /** Progress listeners of the callers that wait. */
  listeners: P[];
}

type Work<T, P> = (caller: Caller<P>) => Promise<T>;

/** Rejects with the signal's reason as soon as `stop` is aborted. */
function unlessStopped<T>(work: Promise<T>, stop: AbortSignal, leave: () => void): Promise<T> {
  return new Promise((done, fail) => {
    const cancel = () => {
      leave();
      fail(stop.reason as Error);
    };
    if (stop.aborted) return cancel();
    stop.addEventListener('abort', cancel, { once: true });
    const end = () => stop.removeEventListener('abort', cancel);
    work.then(done, fail).finally(end);
  });
}

/** Creates a function that shares work by key; `tellAll` combines the callers' progress listeners into one. */
export function createWorkSharer<T, P>(tellAll: (listeners: P[]) => P) {
  const all = new Map<string, SharedWork<T, P>>();
  const begin = (key: string, work: Work<T, P>): SharedWork<T, P> => {
    const controller = new AbortController();
    const listeners: P[] = [];
    const shared: SharedWork<T, P> = {
      // The work begins after the first listener has been added.
      work: Promise.resolve()
        .then(() => work({ stop: controller.signal, progress: tellAll(listeners) }))
        .finally(() => all.get(key) === shared && all.delete(key)),
      controller,
      listeners,
    };
    shared.work.catch(() => undefined);
    all.set(key, shared);
    return shared;
  };
  return (key: string, { stop, progress }: Caller<P>, work: Work<T, P>): Promise<T> => {
    const shared = all.get(key) ?? begin(key, work);
    shared.listeners.push(progress);
    return unlessStopped(shared.work, stop, () => {
      shared.listeners.splice(shared.listeners.indexOf(progress), 1);
      if (shared.listeners.length > 0) return;
      if (all.get(key) === shared) all.delete(key);
      shared.controller.abort(stop.reason);
    });
  };
}
