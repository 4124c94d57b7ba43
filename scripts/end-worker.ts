// Ends a worker for certain. Node 24 loses a terminate() now and then while the worker is still loading its modules.
import type { Worker } from 'node:worker_threads';

const repeatEveryMs = 100;

export async function endWorker(worker: Worker): Promise<void> {
  const repeating = setInterval(() => void worker.terminate(), repeatEveryMs);
  await worker.terminate();
  clearInterval(repeating);
}
