// The thread of file-writer.ts: receives files, answers with the sizes of their compressed forms.
import { parentPort } from 'node:worker_threads';
import type { CompressedSizes, ReleaseFile } from '#domain/release/site-entry.ts';
import { writeFile } from './write-file.ts';

/** Frees the bytes at once: the garbage collector of a thread with a small heap would let many of them gather. */
function writeAndFree(file: ReleaseFile): CompressedSizes {
  const sizes = writeFile(file);
  (file.bytes.buffer as ArrayBuffer).transfer(0);
  return sizes;
}

parentPort!.on('message', (files: ReleaseFile[]) => parentPort!.postMessage(files.map(writeAndFree)));
