// The id of a request: as the client sent it, otherwise a new UUIDv7. @spec-gap request-id
import { randomUUID } from 'node:crypto';

const visible = /^[\x21-\x7e]{1,128}$/;

/** Every value of an id's third group: the version, 7, and a 12-bit counter. */
const counted = Array.from({ length: 0x1000 }, (_, count) => (0x7000 + count).toString(16));

let madeAt = 0;
/** The first two groups, which are the time in milliseconds, and the last two, which are random. */
let [time, random] = ['', ''];
let count = 0;

/**
 * Ids made in the same millisecond share their random bits and differ in the counter (RFC 9562 §6.2, method 1): every
 * response needs an id, and drawing random bits for each would be slow.
 */
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

export const chooseRequestId = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && visible.test(sent) ? sent : newId();

export const idHeader = 'X-Request-Id';

/** Headers for many responses, with a placeholder for the request id at the end. */
export const withIdPlaceholder = (headers: string[], name = idHeader): string[] => [...headers, name, ''];

/** Sets the id in the array itself: `writeHead` reads the headers before it returns. A response that is sent later needs a copy. */
export function withId(headers: string[], id: string): string[] {
  headers[headers.length - 1] = id;
  return headers;
}
