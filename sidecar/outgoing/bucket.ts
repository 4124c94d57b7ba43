// A bucket with the API of S3. Requests are signed (Signature Version 4) and repeated if the bucket is busy.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { createRequestLimits } from './limits.ts';
import type { OutgoingResponse, RequestOptions, Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';
import type { BucketSettings } from '../settings/settings.ts';

type Sender = Pick<Outgoing, 'send'>;

export interface Bucket {
  /** Returns undefined if the object does not exist. */
  get: (key: string) => Promise<Buffer | undefined>;
  put: (key: string, body: Buffer, headers: Record<string, string>) => Promise<void>;
  remove: (key: string) => Promise<void>;
}

export interface StoredObject {
  key: string;
  /** Size in bytes. */
  size: number;
}

export interface ListedBucket extends Bucket {
  /** Lists all objects whose keys begin with the prefix. */
  list: (prefix: string) => Promise<StoredObject[]>;
}

const attempts = 5;
const defaultPauseMs = 500;
/** Slower connections are aborted. */
const minBytesPerSecond = 32 * 1024;
const defaultMs = 60_000;
const maxBytes = 256 * 1024 * 1024;

const createTransferLimits = (size: number): RequestOptions['limits'] => {
  const ms = defaultMs + (size / minBytesPerSecond) * 1000;
  return { ...createRequestLimits(ms, maxBytes), totalMs: ms + defaultMs };
};

const isBusy = ({ status }: OutgoingResponse): boolean => status === 429 || status >= 500;

/** Returns the address of an object with encoded path segments; a query addresses the bucket itself. */
const buildObjectUrl = (url: string, key: string): string =>
  url + (key.startsWith('?') ? key : `/${key.split('/').map(encodeURIComponent).join('/')}`);

/** Reads the bucket's message from its XML. */
const describeFailure = ({ status, body }: OutgoingResponse): string =>
  [status, /<(?:Message|Code)>([^<]{1,300})</.exec(body.toString())?.[1]].filter(Boolean).join(', ');

type Request = [
  method: NonNullable<RequestOptions['method']>,
  key: string,
  body: Buffer,
  headers: Record<string, string>,
];

async function requestOnce(
  { url, keyId, secret, region }: BucketSettings,
  { send }: Sender,
  request: Request,
): Promise<OutgoingResponse> {
  const [method, key, body, headers] = request;
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = await new AwsV4Signer({
    method,
    url: buildObjectUrl(url, key),
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
    limits: createTransferLimits(body.length),
    isOwners: true,
  });
}

async function requestWithRetries(
  settings: BucketSettings,
  sender: Sender,
  pauseMs: number,
  request: Request,
): Promise<OutgoingResponse> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await requestOnce(settings, sender, request).catch((error: Error) => error);
    const isLast = attempt === attempts;
    if (outcome instanceof OutgoingError) {
      if (isLast)
        throw new Error(`No connection to the bucket ${settings.url}. ${outcome.message}`, { cause: outcome });
    } else if (outcome instanceof Error) throw outcome;
    else if (isLast || !isBusy(outcome)) return outcome;
    await wait(pauseMs * 2 ** (attempt - 1));
  }
}

const emptyBody = Buffer.alloc(0);

interface Page {
  ListBucketResult: {
    Contents: { Key: string; Size: string }[];
    NextContinuationToken?: string;
  };
}

/** Parses the list of objects. Keys are plain ASCII, and continuation tokens are opaque text. */
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

async function listAll(list: (query: string) => Promise<OutgoingResponse>, prefix: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) });
    const { ListBucketResult: page } = parser.parse((await list(`?${query}`)).body.toString()) as Page;
    for (const { Key, Size } of page.Contents ?? []) objects.push({ key: Key, size: Number(Size) });
    token = page.NextContinuationToken;
  } while (token);
  return objects;
}

export function openBucket(settings: BucketSettings, sender: Sender, pauseMs = defaultPauseMs): ListedBucket {
  const expect = async (...request: Request): Promise<OutgoingResponse> => {
    const [method, key] = request;
    const answer = await requestWithRetries(settings, sender, pauseMs, request);
    const isMissing = answer.status === 404 && method !== 'PUT';
    if (isMissing || (answer.status >= 200 && answer.status < 300)) return answer;
    throw new Error(`The bucket refuses ${method} ${key}: ${describeFailure(answer)}`);
  };
  return {
    get: async (key) => {
      const { status, body } = await expect('GET', key, emptyBody, {});
      return status === 404 ? undefined : body;
    },
    put: async (key, body, headers) => void (await expect('PUT', key, body, headers)),
    remove: async (key) => void (await expect('DELETE', key, emptyBody, {})),
    list: (prefix) => listAll((query) => expect('GET', query, emptyBody, {}), prefix),
  };
}
