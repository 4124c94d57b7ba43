// For tests: one reader for all runs of a file, since its worker loads for longer than a test takes.
import { after } from 'node:test';
import { createFeedReader } from './reader.ts';

export const reader = createFeedReader();
after(() => reader.close());
