// Settings of publishing: targets of the static files, and purging of a CDN.
import { textThat, choice, unlessEmpty, splitCommaList, anyText, webAddress } from './setting-readers.ts';

const isTarget = (given: string) =>
  /^(nginx|caddy|folder|netlify|cloudflare:[a-z\d-]+)$/.test(given) || /^https?:\/\/[^?#@]+$/.test(given);

const readTarget = textThat(
  isTarget,
  'nginx, caddy, folder, https://s3.example.org/bucket, netlify or cloudflare:PROJECT',
);

export const publishSettings = {
  PUBLISH_TO: {
    doc: 'Targets, comma-separated: nginx, caddy or folder are updated with each release; an S3-compatible bucket, netlify or cloudflare:PROJECT by `npm run publish`.',
    read: (given: string): string[] => splitCommaList(given).map(readTarget),
  },
  PUBLISH_KEY_ID: {
    doc: 'Access key of the bucket with permission to get, put, delete and list.',
    read: unlessEmpty(anyText),
  },
  PUBLISH_SECRET: {
    doc: 'Secret of that key.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  PUBLISH_REGION: {
    doc: 'Region of the bucket, if its address does not contain it.',
    read: unlessEmpty(anyText),
  },
  PUBLISH_EACH: {
    default: 'off',
    doc: 'on: also publish each release to buckets and CDNs as soon as it is live.',
    read: choice('on', 'off'),
  },
  PURGE_URL: {
    doc: 'Address for purging a CDN: gets POST with {"files": [changed addresses]}, 30 at a time, after publishing.',
    read: unlessEmpty(webAddress('https://api.example.com/purge')),
  },
  PURGE_TOKEN: {
    doc: 'Sent to PURGE_URL as Authorization: Bearer.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
  PURGE_COMMAND: {
    doc: 'Shell command that receives the changed addresses on standard input, one per line.',
    secret: 'whole',
    read: unlessEmpty(anyText),
  },
} as const;
