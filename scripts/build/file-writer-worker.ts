// The thread of file-writer.ts: receives files, answers with the sizes of their compressed forms.
import { parentPort } from 'node:worker_threads';
import type { CompressedSizes } from '#domain/release/site-entry.ts';
import type { Parcel } from './file-writer.ts';
import { writeFile } from './write-file.ts';

function writeAll({ files, bytes }: Parcel): CompressedSizes[] {
  let end = 0;
  const sizes = files.map(({ length, ...file }) => writeFile({ ...file, bytes: bytes.subarray(end, (end += length)) }));
  // Freed right away: this thread's heap is small, so its garbage collector would run too rarely.
  bytes.buffer.transfer(0);
  return sizes;
}

parentPort!.on('message', (parcel: Parcel) => parentPort!.postMessage(writeAll(parcel)));
