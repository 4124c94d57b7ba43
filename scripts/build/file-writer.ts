// Writes the files of a release: a few at once, and many in a thread of their own, while more of them are made.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompressedSizes, FileWriter, ReleaseFile } from '#domain/release/site-entry.ts';
import { endWorker } from '../end-worker.ts';
import { fileWriting } from './write-file.ts';

/** So many are written before a thread has started. */
const few = 200;
const filesAtOnce = 32;
/** If more is waiting to be written, whoever makes files waits, too. */
const mostBytes = 32 * 1024 * 1024;

type Done = (sizes: CompressedSizes) => void;

/** Of its own memory, so that it can be handed over. */
const owned = (file: ReleaseFile): ReleaseFile => ({ ...file, bytes: new Uint8Array(file.bytes) });

function writerThread() {
  const worker = new Worker(new URL('./file-writer-worker.ts', import.meta.url));
  let next: ReleaseFile[] = [];
  let failure: Error | undefined;
  let waitingBytes = 0;
  /** Those that are on their way, in order. */
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
    /** Resolves once so little is waiting; rejects if a file could not be written. */
    until: async (bytes: number): Promise<void> => {
      if (waitingBytes <= bytes && !failure) return;
      send();
      while (waitingBytes > bytes && !failure) await once(worker, 'message');
      if (failure) throw failure;
    },
  };
}

/** It is ended when the release is made, or was given up. */
export function fileWriter(): FileWriter & { end: () => Promise<void> } {
  const writeNow = fileWriting();
  let thread: ReturnType<typeof writerThread> | undefined;
  let count = 0;
  return {
    write: (file, done) => {
      if (count++ < few) return done(writeNow(file));
      (thread ??= writerThread()).write(file, done);
    },
    keepUp: async () => thread?.until(mostBytes),
    finish: async () => thread?.until(0),
    end: async () => thread && endWorker(thread.worker),
  };
}
