// Shares work among callers: later ones join it, and it is aborted when the last one leaves.

interface Told<P> {
  stop: AbortSignal;
  progress: P;
}

interface UnderWay<T, P> {
  work: Promise<T>;
  breakOff: AbortController;
  /** Progress listeners of the callers that wait. */
  listeners: P[];
}

type Work<T, P> = (told: Told<P>) => Promise<T>;

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
  const all = new Map<string, UnderWay<T, P>>();
  const begin = (key: string, work: Work<T, P>): UnderWay<T, P> => {
    const [breakOff, listeners] = [new AbortController(), [] as P[]];
    const made: UnderWay<T, P> = {
      // The work begins after the first listener has been added.
      work: Promise.resolve()
        .then(() => work({ stop: breakOff.signal, progress: tellAll(listeners) }))
        .finally(() => all.get(key) === made && all.delete(key)),
      breakOff,
      listeners,
    };
    made.work.catch(() => undefined);
    all.set(key, made);
    return made;
  };
  return (key: string, { stop, progress }: Told<P>, work: Work<T, P>): Promise<T> => {
    const joined = all.get(key) ?? begin(key, work);
    joined.listeners.push(progress);
    return unlessStopped(joined.work, stop, () => {
      joined.listeners.splice(joined.listeners.indexOf(progress), 1);
      if (joined.listeners.length > 0) return;
      if (all.get(key) === joined) all.delete(key);
      joined.breakOff.abort(stop.reason);
    });
  };
}
