// Worker of page-reader.ts: reads one page and posts its facts.
import { parentPort, workerData } from 'node:worker_threads';
import { readPageFacts } from './page-facts.ts';

parentPort!.postMessage(readPageFacts(workerData));
