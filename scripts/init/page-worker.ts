// The worker of page-reader.ts: one page in, its facts out.
import { parentPort, workerData } from 'node:worker_threads';
import { readPage } from './page-facts.ts';

parentPort!.postMessage(readPage(workerData));
