// A counter of calls that counts nothing, for tests.
import type { CallCounter } from './calls.ts';

export const noCallCounter: CallCounter = {
  count: () => {},
  countItem: () => {},
  countAgent: () => {},
  countRefused: () => {},
  flush: async () => {},
};
