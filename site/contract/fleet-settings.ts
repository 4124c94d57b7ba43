// Settings of a room on several machines: the role of each, and the PostgreSQL and bucket that they share.
import { textThat, choice, unlessEmpty, anyText, wholeNumber } from './setting-readers.ts';

export const fleetSettings = {
  ROLE: {
    group: 'fleet',
    default: 'all',
    doc: 'What this machine does: web (answers), worker (events, payments, transcription, Nexus), builder (content, builds, console; one works, others stand by) or all.',
    read: choice('all', 'web', 'worker', 'builder'),
  },
  DATABASE_POOL: {
    group: 'fleet',
    default: '10',
    doc: 'Connections to PostgreSQL, at most.',
    read: wholeNumber(2, 500),
  },
  DATABASE_STATEMENT_SECONDS: {
    group: 'fleet',
    default: '25',
    doc: 'PostgreSQL breaks off what takes longer, and the request gets 503; 0 leaves it to the server, as pgBouncer wants.',
    read: wholeNumber(0, 3600),
  },
  DATABASE_LOCK_SECONDS: {
    group: 'fleet',
    default: '10',
    doc: 'The same for what waits for a lock.',
    read: wholeNumber(0, 3600),
  },
  FLEET_BUCKET: {
    group: 'fleet',
    default: '',
    doc: 'Address of a bucket with S3’s API through which machines without a shared folder get releases and content. Keep it private.',
    read: unlessEmpty(textThat((given) => /^https?:\/\/[^?#@]+$/.test(given), 'https://s3.example.org/bucket')),
  },
  FLEET_KEY_ID: {
    group: 'fleet',
    default: '',
    doc: 'Access key of that bucket; it may get, put, delete and list.',
    read: unlessEmpty(anyText),
  },
  FLEET_SECRET: {
    group: 'fleet',
    default: '',
    doc: 'Secret of that key.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  FLEET_REGION: {
    group: 'fleet',
    default: '',
    doc: 'Region of that bucket, where its address does not name it.',
    read: unlessEmpty(anyText),
  },
  EDGE_SECRET: {
    group: 'fleet',
    default: '',
    doc: 'What your CDN sends as X-Greenroom-Edge, at least 16 letters: only then is the client address believed that comes with it.',
    secret: 'whole',
    read: unlessEmpty(textThat((given) => /^[\x21-\x7e]{16,200}$/.test(given), '16 to 200 letters, digits and signs')),
  },
  EDGE_CLIENT_HEADER: {
    group: 'fleet',
    default: 'X-Forwarded-For',
    doc: 'Header in which the CDN names the client, such as CF-Connecting-IP; of a list, the last address counts.',
    read: textThat((given) => /^[A-Za-z\d-]{1,60}$/.test(given), 'the name of a header'),
  },
} as const;
