// Settings of a room on several machines: the role of each, and the PostgreSQL and bucket that they share.
import { textThat, choice, unlessEmpty, anyText, wholeNumber } from './setting-readers.ts';

export const fleetSettings = {
  ROLE: {
    default: 'all',
    doc: 'Role of this machine: web (requests), worker (events, payments, transcription, Nexus), builder (content, builds, console; one is active, others stand by) or all.',
    read: choice('all', 'web', 'worker', 'builder'),
  },
  DATABASE_POOL: {
    default: '10',
    doc: 'Maximum number of connections to PostgreSQL.',
    read: wholeNumber(2, 500),
  },
  DATABASE_STATEMENT_SECONDS: {
    default: '25',
    doc: 'Maximum duration of a PostgreSQL statement; then the request gets 503. 0 leaves it to the server, as pgBouncer requires.',
    read: wholeNumber(0, 3600),
  },
  DATABASE_LOCK_SECONDS: {
    default: '10',
    doc: 'Maximum time to wait for a lock in PostgreSQL.',
    read: wholeNumber(0, 3600),
  },
  FLEET_BUCKET: {
    doc: 'Address of a private S3-compatible bucket for releases and content, for machines without a shared folder.',
    read: unlessEmpty(textThat((given) => /^https?:\/\/[^?#@]+$/.test(given), 'https://s3.example.org/bucket')),
  },
  FLEET_KEY_ID: {
    doc: 'Access key of that bucket with permission to get, put, delete and list.',
    read: unlessEmpty(anyText),
  },
  FLEET_SECRET: {
    doc: 'Secret of that key.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  FLEET_REGION: {
    doc: 'Region of that bucket, if its address does not contain it.',
    read: unlessEmpty(anyText),
  },
  EDGE_SECRET: {
    doc: 'Secret of at least 16 characters that your CDN sends as X-Greenroom-Edge. Without it the client address of the CDN is ignored.',
    secret: 'whole',
    read: unlessEmpty(textThat((given) => /^[\x21-\x7e]{16,200}$/.test(given), '16 to 200 letters, digits and signs')),
  },
  EDGE_CLIENT_HEADER: {
    default: 'X-Forwarded-For',
    doc: 'Header with the client address from the CDN, such as CF-Connecting-IP; in a list, the last address counts.',
    read: textThat((given) => /^[A-Za-z\d-]{1,60}$/.test(given), 'the name of a header'),
  },
} as const;
