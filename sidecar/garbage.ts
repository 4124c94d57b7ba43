// V8's collector of garbage, asked for by hand when there is time for it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** `last-resort` gives emptied pages back as well, and stops everything meanwhile. */
type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'regular' | 'last-resort' }) => Promise<void>;

export function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
