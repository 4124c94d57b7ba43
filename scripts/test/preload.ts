// Loaded into every test process.
import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import process from 'node:process';

// The runner makes a process exit as soon as its tests have ended, and results that are still waiting for a full pipe
// would be lost. A blocking pipe takes them before the process goes on.
const { _handle: pipe } = process.stdout as { _handle?: { setBlocking?: (isBlocking: boolean) => void } };
pipe?.setBlocking?.(true);

const { createHook } = asyncHooks;
const hooks: AsyncHook[] = [];
asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks);
  hooks.push(hook);
  return hook;
};

/**
 * Ends the tracking of promises by which the runner finds the suite of a test that is being registered, once all tests
 * are. It takes a fifth of the processor time. An error that nobody catches then fails the file instead of the test.
 */
export function stopTracking(): void {
  for (const hook of hooks) hook.disable();
}
