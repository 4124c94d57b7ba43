// Loaded into every test process. The runner makes a process exit as soon as its tests have ended, and results that are
// still waiting for a full pipe would be lost. A blocking pipe takes them before the process goes on.
import process from 'node:process';

const { _handle: pipe } = process.stdout as { _handle?: { setBlocking?: (isBlocking: boolean) => void } };
pipe?.setBlocking?.(true);
