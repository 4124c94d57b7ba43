// Gives back the memory that the start took: reading a release leaves more behind than the release itself needs, and V8
// keeps it as long as nothing more is asked of it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

export function collectGarbage(afterMs: number): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  setTimeout(() => void collect({ type: 'major', execution: 'async', flavor: 'last-resort' }), afterMs).unref();
}
