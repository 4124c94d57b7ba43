// Reads bytes from outside in a worker, one input at a time, so that no input can hang or crash the program. The limits
// count memory and the CPU time of the worker: a busy machine does not fail good input.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { SourceError } from '#contract/source-problems.ts';

const largeBytes = 4 * 1024 * 1024;
const baseCpuMs = 4000;
const cpuMsPerMiB = 1500;
const checkEveryMs = 100;
/** Time without any CPU use after which a worker counts as stuck. */
const stuckMs = 60_000;

interface LimitedWorker<Input, Answer> {
  /** Rejects with a SourceError if there is no answer within the limits. `onStart` is called after earlier inputs. */
  read: (input: Input, onStart?: () => void) => Promise<Answer>;
  close: () => Promise<void>;
}

export function createLimitedWorker<Input extends { bytes: Uint8Array }, Answer>(
  module: URL,
  { memoryMiB, cpuMs = baseCpuMs }: { memoryMiB: number; cpuMs?: number | undefined },
): LimitedWorker<Input, Answer> {
  // One at a time, since two inputs would need twice the memory.
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 24 };
    const newWorker = new Worker(module, { resourceLimits });
    newWorker.unref();
    return newWorker;
  }

  async function close(): Promise<void> {
    if (worker) await endWorker(worker);
    worker = undefined;
  }

  async function readOne(input: Input): Promise<Answer> {
    worker ??= start();
    try {
      const budgetMs = cpuMs + Math.ceil(input.bytes.length / 1024 ** 2) * cpuMsPerMiB;
      const answer = await requestAnswer<Answer>(worker, input, budgetMs);
      // Ending the worker frees its memory.
      if (input.bytes.length > largeBytes) await close();
      return answer;
    } catch (error) {
      await close();
      throw error;
    }
  }

  return {
    read: (input, onStart) =>
      queue.add(() => {
        onStart?.();
        return readOne(input);
      }),
    close,
  };
}

async function requestAnswer<Answer>(worker: Worker, input: object, budgetMs: number): Promise<Answer> {
  const failing = new AbortController();
  const fail = (error: SourceError) => failing.abort(error);
  const watch = watchWork(worker, budgetMs, fail);
  const onExit = () => fail(new SourceError('reading_ended'));
  worker.once('exit', onExit).postMessage(input);
  try {
    const [answer] = (await once(worker, 'message', { signal: failing.signal })) as [Answer];
    return answer;
  } catch (error) {
    const { cause, code, message } = error as NodeJS.ErrnoException;
    if (cause instanceof SourceError) throw cause;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new SourceError('reading_memory');
    throw new SourceError('reading_failed', { cause: message });
  } finally {
    worker.off('exit', onExit);
    clearInterval(watch);
  }
}

/** Calls `fail` when the worker has used more CPU time than allowed since the first check, or none for long. */
function watchWork(worker: Worker, budgetMs: number, fail: (error: SourceError) => void): NodeJS.Timeout {
  let startMs: number | undefined;
  let last = { cpuMs: 0, at: performance.now() };
  const check = async () => {
    const usage = await worker.cpuUsage();
    const cpuMs = (usage.user + usage.system) / 1000;
    startMs ??= cpuMs;
    if (cpuMs > last.cpuMs) last = { cpuMs, at: performance.now() };
    if (cpuMs - startMs > budgetMs) fail(new SourceError('reading_cpu_time', { seconds: Math.round(budgetMs / 1000) }));
    else if (performance.now() - last.at > stuckMs) fail(new SourceError('reading_stuck'));
  };
  // The usage is unknown before the worker has started and after it has ended.
  return setInterval(() => void check().catch(() => undefined), checkEveryMs);
}

const repeatEveryMs = 100;

/** Ends a worker for certain. Node 24 loses a terminate() now and then while the worker still loads its modules. */
async function endWorker(worker: Worker): Promise<void> {
  const repeating = setInterval(() => void worker.terminate(), repeatEveryMs);
  await worker.terminate();
  clearInterval(repeating);
}
