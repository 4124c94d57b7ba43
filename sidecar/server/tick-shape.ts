// Keeps process.nextTick fast. Its objects are made of one shape (V8's hidden class), property by property. When V8 gives
// memory back while none of them is alive, it drops the shape, and Node's compiled code never recovers from that: each
// call then costs six times as much, and an HTTP response makes five of them.
import { createHook } from 'node:async_hooks';
import process from 'node:process';

/** Alive for as long as the process. */
let kept: object | undefined;

export function keepTickShape(): void {
  const hook = createHook({ init: (_id, type, _trigger, made) => void (type === 'TickObject' && (kept ??= made)) });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
