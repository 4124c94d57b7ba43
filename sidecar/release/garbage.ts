// Runs V8's garbage collector on request, at a moment when nothing waits.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `last-resort` also returns free pages to the system, and blocks the process meanwhile. */
type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'regular' | 'last-resort' }) => Promise<void>;

export function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
