// The worker of page-reader.ts: one page in, its facts out.
import { parentPort, workerData } from 'node:worker_threads';
import { readPageFacts } from './page-facts.ts';

parentPort!.postMessage(readPageFacts(workerData));
