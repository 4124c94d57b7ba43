// Writes the files of a release: the first ones directly, the rest in a worker thread while more pages are rendered.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompressedSizes, FileWriter, ReleaseFile } from '#domain/release/site-entry.ts';
import { endWorker } from '../end-worker.ts';
import { writeFile } from './write-file.ts';

/** Files written directly: a small release starts no thread. */
const few = 200;
const filesAtOnce = 32;
/** Limit on the backlog: beyond it, rendering waits for the thread. */
const mostBytes = 4 * 1024 * 1024;

type Done = (sizes: CompressedSizes) => void;

/** A copy whose memory can be transferred to the thread. */
const owned = (file: ReleaseFile): ReleaseFile => ({ ...file, bytes: new Uint8Array(file.bytes) });

function writerThread() {
  const worker = new Worker(new URL('./file-writer-worker.ts', import.meta.url));
  let next: ReleaseFile[] = [];
  let failure: Error | undefined;
  let waitingBytes = 0;
  /** Files that the thread has not answered for yet, in order. */
  const sent: { done: Done; length: number }[] = [];

  worker.on('error', (error: Error) => (failure ??= error));
  worker.on('message', (written: CompressedSizes[]) =>
    sent.splice(0, written.length).forEach(({ done, length }, i) => {
      waitingBytes -= length;
      done(written[i]!);
    }),
  );
  function send(): void {
    const files = next;
    next = [];
    worker.postMessage(
      files,
      files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
    );
  }
  return {
    worker,
    write: (file: ReleaseFile, done: Done): void => {
      const { length } = file.bytes;
      waitingBytes += length;
      sent.push({ done, length });
      next.push(owned(file));
      if (next.length === filesAtOnce) send();
    },
    /** Resolves when the backlog is at most `bytes`; rejects if a file could not be written. */
    until: async (bytes: number): Promise<void> => {
      if (waitingBytes <= bytes && !failure) return;
      send();
      while (waitingBytes > bytes && !failure) await once(worker, 'message');
      if (failure) throw failure;
    },
  };
}

/** Call `end` when the build is over, whether it succeeded or failed. */
export function fileWriter(): FileWriter & { end: () => Promise<void> } {
  let thread: ReturnType<typeof writerThread> | undefined;
  let count = 0;
  return {
    write: (file, done) => {
      if (count++ < few) return done(writeFile(file));
      (thread ??= writerThread()).write(file, done);
    },
    keepUp: async () => thread?.until(mostBytes),
    finish: async () => thread?.until(0),
    end: async () => thread && endWorker(thread.worker),
  };
}
