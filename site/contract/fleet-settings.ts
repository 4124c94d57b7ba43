// The settings of a room on several machines: what each does, the PostgreSQL and the bucket that they share.
import { form, oneOf, optional, text, wholeNumber } from './setting-readers.ts';

export const fleetSettings = {
  ROLE: {
    group: 'fleet',
    default: 'all',
    doc: 'What this machine does: web (answers), worker (events, payments, transcription, Nexus), builder (content, builds, console; one works, others stand by) or all.',
    read: oneOf('all', 'web', 'worker', 'builder'),
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
    read: optional(form((given) => /^https?:\/\/[^?#@]+$/.test(given), 'https://s3.example.org/bucket')),
  },
  FLEET_KEY_ID: {
    group: 'fleet',
    default: '',
    doc: 'Access key of that bucket; it may get, put and delete.',
    read: optional(text),
  },
  FLEET_SECRET: {
    group: 'fleet',
    default: '',
    doc: 'Secret of that key.',
    secret: 'whole',
    read: optional(text),
  },
  FLEET_REGION: {
    group: 'fleet',
    default: '',
    doc: 'Region of that bucket, where its address does not name it.',
    read: optional(text),
  },
} as const;
