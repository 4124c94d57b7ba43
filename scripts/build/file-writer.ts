// Writes the files of a release: the first ones directly, the rest in a worker thread while more pages are rendered.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompressedSizes, FileWriter, ReleaseFile } from '#domain/release/site-entry.ts';
import { endWorker } from '../end-worker.ts';
import { writeFile } from './write-file.ts';

/** Up to these limits, files are written directly and no thread is started. */
const few = { files: 200, bytes: 8 * 1024 * 1024 };
/** A parcel is sent once it reaches either limit. */
const [filesAtOnce, bytesAtOnce] = [32, 1024 * 1024];
/** Limit on the backlog: beyond it, rendering waits for the thread. */
const mostBytes = 4 * 1024 * 1024;

/** The thread handles few objects at a time. By default its heap would take up to 48 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

type Done = (sizes: CompressedSizes) => void;

/** The bytes of all files, one after the other, so that the thread is handed a single piece of memory. */
export interface Parcel {
  files: (Omit<ReleaseFile, 'bytes'> & { length: number })[];
  bytes: Uint8Array<ArrayBuffer>;
}

function parcelOf(files: ReleaseFile[]): Parcel {
  const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
  let at = 0;
  const packed = files.map(({ bytes: own, ...file }) => {
    bytes.set(own, at);
    at += own.length;
    return { ...file, length: own.length };
  });
  return { files: packed, bytes };
}

function writerThread() {
  const worker = new Worker(new URL('./file-writer-worker.ts', import.meta.url), { resourceLimits });
  let next: ReleaseFile[] = [];
  let nextBytes = 0;
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
    const parcel = parcelOf(next);
    [next, nextBytes] = [[], 0];
    worker.postMessage(parcel, [parcel.bytes.buffer]);
  }
  return {
    worker,
    write: (file: ReleaseFile, done: Done): void => {
      const { length } = file.bytes;
      waitingBytes += length;
      nextBytes += length;
      sent.push({ done, length });
      next.push(file);
      if (next.length === filesAtOnce || nextBytes >= bytesAtOnce) send();
    },
    keepsUp: () => waitingBytes <= mostBytes,
    isDone: () => sent.length === 0,
    /** Rejects if a file could not be written. */
    until: async (is: () => boolean): Promise<void> => {
      if (is() && !failure) return;
      send();
      while (!is() && !failure) await once(worker, 'message');
      if (failure) throw failure;
    },
  };
}

/** Call `end` when the build is over, whether it succeeded or failed. */
export function fileWriter(check: FileWriter['check'] = () => {}): FileWriter & { end: () => Promise<void> } {
  let thread: ReturnType<typeof writerThread> | undefined;
  const written = { files: 0, bytes: 0 };
  return {
    check,
    write: (file, done) => {
      written.files++;
      written.bytes += file.bytes.length;
      if (written.files > few.files || written.bytes > few.bytes) thread ??= writerThread();
      if (thread) thread.write(file, done);
      else done(writeFile(file));
    },
    keepUp: async () => thread?.until(thread.keepsUp),
    finish: async () => thread?.until(thread.isDone),
    end: async () => thread && endWorker(thread.worker),
  };
}
