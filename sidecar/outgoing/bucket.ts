// A bucket with the API of S3: each request is signed (Signature Version 4), sent through the one way out, and sent again
// where the bucket is busy.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { slowestPace } from './limits.ts';
import type { OutgoingResponse, RequestOptions, Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';
import type { BucketSettings } from '../settings/settings.ts';

type Way = Pick<Outgoing, 'send'>;

export interface Bucket {
  /** Undefined where there is none. */
  get: (key: string) => Promise<Buffer | undefined>;
  put: (key: string, body: Buffer, headers: Record<string, string>) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

export interface StoredObject {
  key: string;
  /** In bytes. */
  size: number;
}

export interface ListedBucket extends Bucket {
  /** Every object whose key begins so. */
  list: (prefix: string) => Promise<StoredObject[]>;
}

const attempts = 5;
const usualPauseMs = 500;
/** Connections slower than this are given up. */
const leastBytesPerSecond = 32 * 1024;
const usualMs = 60_000;
const mostBytes = 256 * 1024 * 1024;

const limitsFor = (size: number): RequestOptions['limits'] => {
  const ms = usualMs + (size / leastBytesPerSecond) * 1000;
  return {
    connectMs: 10_000,
    firstByteMs: ms,
    wholeMs: ms + usualMs,
    bytes: mostBytes,
    redirects: 0,
    pace: slowestPace,
  };
};

const isBusy = ({ status }: OutgoingResponse): boolean => status === 429 || status >= 500;

/** Path segments, encoded as they are signed; a query stands for the bucket itself. */
const addressOf = (url: string, key: string): string =>
  url + (key.startsWith('?') ? key : `/${key.split('/').map(encodeURIComponent).join('/')}`);

/** What the bucket says stands in an element of its XML. */
const reason = ({ status, body }: OutgoingResponse): string =>
  [status, /<(?:Message|Code)>([^<]{1,300})</.exec(body.toString())?.[1]].filter(Boolean).join(', ');

type Request = [
  method: NonNullable<RequestOptions['method']>,
  key: string,
  body: Buffer,
  headers: Record<string, string>,
];

async function askOnce(
  { url, keyId, secret, region }: BucketSettings,
  { send }: Way,
  request: Request,
): Promise<OutgoingResponse> {
  const [method, key, body, headers] = request;
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = await new AwsV4Signer({
    method,
    url: addressOf(url, key),
    headers: { ...headers, 'x-amz-content-sha256': digest },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    ...(region && { region }),
  }).sign();
  return send(signed.url.href, {
    method,
    headers: { ...Object.fromEntries(signed.headers), 'content-length': String(body.length) },
    body,
    limits: limitsFor(body.length),
    isOwners: true,
  });
}

async function ask(settings: BucketSettings, way: Way, pauseMs: number, request: Request): Promise<OutgoingResponse> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await askOnce(settings, way, request).catch((error: Error) => error);
    const isLast = attempt === attempts;
    if (!(outcome instanceof Error) && (isLast || !isBusy(outcome))) return outcome;
    if (outcome instanceof Error && (isLast || !(outcome instanceof OutgoingError))) throw outcome;
    await wait(pauseMs * 2 ** (attempt - 1));
  }
}

const none = Buffer.alloc(0);

interface Page {
  ListBucketResult: {
    Contents: { Key: string; Size: string }[];
    NextContinuationToken?: string;
  };
}

/** Our keys are plain ASCII, and a continuation token is opaque text. */
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

async function listAll(ask: (query: string) => Promise<OutgoingResponse>, prefix: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for (let token: string | undefined; ;) {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) });
    const { ListBucketResult: page } = parser.parse((await ask(`?${query}`)).body.toString()) as Page;
    for (const { Key, Size } of page.Contents ?? []) found.push({ key: Key, size: Number(Size) });
    token = page.NextContinuationToken;
    if (!token) return found;
  }
}

export function openBucket(settings: BucketSettings, way: Way, pauseMs = usualPauseMs): ListedBucket {
  const expect = async (...request: Request): Promise<OutgoingResponse> => {
    const [method, key] = request;
    const answer = await ask(settings, way, pauseMs, request);
    const isMissing = answer.status === 404 && method !== 'PUT';
    if (isMissing || (answer.status >= 200 && answer.status < 300)) return answer;
    throw new Error(`The bucket refuses ${method} ${key}: ${reason(answer)}`);
  };
  return {
    get: async (key) => {
      const { status, body } = await expect('GET', key, none, {});
      return status === 404 ? undefined : body;
    },
    put: async (key, body, headers) => void (await expect('PUT', key, body, headers)),
    remove: async (key) => void (await expect('DELETE', key, none, {})),
    list: (prefix) => listAll((query) => expect('GET', query, none, {}), prefix),
  };
}
