// Waits for what must come true: generously, since a loaded machine is no failure.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 50;

export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  withinMs = 180_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`did not come true: ${typeof what === 'string' ? what : what()}`);
    await sleep(everyMs);
  }
}
