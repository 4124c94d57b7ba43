// The id of a request: as the client sent it, otherwise a new UUIDv7. @spec-gap request-id
import { randomUUID } from 'node:crypto';

const visible = /^[\x21-\x7e]{1,128}$/;

/** The third group of an id: the version, then a counter. */
const counted = Array.from({ length: 0x1000 }, (_, count) => (0x7000 + count).toString(16));

let madeAt = 0;
/** The time in milliseconds, as ids begin, and what is random in them. */
let [time, random] = ['', ''];
let count = 0;

/** Ids of one millisecond differ in their counter (RFC 9562 §6.2, method 1): every answer needs one, and random bytes are dear. */
function newId(): string {
  const now = Date.now();
  if (now !== madeAt || count === counted.length) {
    const digits = now.toString(16).padStart(12, '0');
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-`;
    random = randomUUID().slice(18);
    [madeAt, count] = [now, 0];
  }
  return time + counted[count++]! + random;
}

export const requestId = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && visible.test(sent) ? sent : newId();
