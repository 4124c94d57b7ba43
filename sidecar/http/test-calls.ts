// A counter of calls for tests that do not look at what is counted.
import type { CallCounter } from './calls.ts';

export const noCallCounter: CallCounter = {
  count: () => {},
  countItem: () => {},
  countAgent: () => {},
  countRefused: () => {},
  flush: async () => {},
};
