// The id of a request: the one that the client sent, or a new UUIDv7. @spec-gap request-id
import { randomUUID } from 'node:crypto';

const visible = /^[\x21-\x7e]{1,128}$/;

/** All values of an id's third group: the version, 7, and a 12-bit counter. */
const counterGroups = Array.from({ length: 0x1000 }, (_, count) => (0x7000 + count).toString(16));

let createdAt = 0;
/** The first two groups of an id, which are the time in milliseconds, and the last two, which are random. */
let time = '';
let random = '';
let count = 0;

/**
 * Creates an id. Ids of the same millisecond share their random bits and differ in the counter (RFC 9562 §6.2, method
 * 1), since drawing random bits for each response would be slow.
 */
function newId(): string {
  const now = Date.now();
  if (now !== createdAt || count === counterGroups.length) {
    const digits = now.toString(16).padStart(12, '0');
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-`;
    random = randomUUID().slice(18);
    createdAt = now;
    count = 0;
  }
  return time + counterGroups[count++]! + random;
}

export const chooseRequestId = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && visible.test(sent) ? sent : newId();

export const idHeader = 'X-Request-Id';

/** Returns headers for many responses, with a placeholder for the request id at the end. */
export const withIdPlaceholder = (headers: string[], name = idHeader): string[] => [...headers, name, ''];

/**
 * Sets the id in the array itself: `writeHead` reads the headers before it returns. A response that is sent later
 * needs a copy.
 */
export function withId(headers: string[], id: string): string[] {
  headers[headers.length - 1] = id;
  return headers;
}
