// The thread of file-writer.ts: files in, the sizes of their compressed forms out.
import { parentPort } from 'node:worker_threads';
import type { ReleaseFile } from '#domain/release/site-entry.ts';
import { fileWriting } from './write-file.ts';

const write = fileWriting();
parentPort!.on('message', (files: ReleaseFile[]) => parentPort!.postMessage(files.map(write)));
