// The id of a request: as the client sent it, otherwise a new UUIDv7. @spec-gap request-id
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const visible = /^[\x21-\x7e]{1,128}$/;

const bytesEach = 16;
const pool = new Uint8Array(bytesEach * 256);
let used = pool.length;

/** Random bytes are drawn for many ids at once: a draw costs more than the rest of an answer's header. */
function randomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytesEach;
  return pool.subarray(used - bytesEach, used);
}

export const requestId = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && visible.test(sent) ? sent : v7({ random: randomBytes() });
