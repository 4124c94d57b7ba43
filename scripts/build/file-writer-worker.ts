// The thread of file-writer.ts: receives files, answers with the sizes of their compressed forms.
import { parentPort } from 'node:worker_threads';
import type { ReleaseFile } from '#domain/release/site-entry.ts';
import { writeFile } from './write-file.ts';

parentPort!.on('message', (files: ReleaseFile[]) => parentPort!.postMessage(files.map(writeFile)));
