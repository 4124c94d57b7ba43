// Keeps process.nextTick fast. Its queue entries share one hidden class. If V8 frees memory while no entry is alive, it
// drops that class, and nextTick never gets its fast path back: a call then costs six times as much, and an HTTP response
// makes five of them. Holding one entry for ever prevents that.
import { createHook } from 'node:async_hooks';
import process from 'node:process';

/** Never released. */
let kept: object | undefined;

export function keepTickShape(): void {
  const hook = createHook({ init: (_id, type, _trigger, made) => void (type === 'TickObject' && (kept ??= made)) });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
