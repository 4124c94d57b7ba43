// Loaded into each process of test files: it ends with force once its tests have, and what it tells of them has to be out
// by then. Into a pipe that is full, Node would write later.
import process from 'node:process';

const { _handle: pipe } = process.stdout as { _handle?: { setBlocking?: (isBlocking: boolean) => void } };
pipe?.setBlocking?.(true);
