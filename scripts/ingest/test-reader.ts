// Feed reader that all tests of a file share, since its worker takes longer to load than a test runs.
import { after } from 'node:test';
import { createFeedReader } from './reader.ts';

export const reader = createFeedReader();
after(() => reader.close());
