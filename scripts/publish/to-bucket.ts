// Brings a bucket up to a release: only what is different is sent, and an interruption costs what was under way.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import type { Bucket } from '../../sidecar/outgoing/bucket.ts';
import { objectsOf, type StoredObject } from './objects.ts';
import { begun, type Difference, differenceOf, noState, type PublishState, readState } from './state.ts';

/** A newer release has taken over the folder. */
export class ReleaseGone extends Error {}

/** At no address of the room. */
export const stateKey = '.greenroom-published.json';
const stateHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const atOnce = 16;
/** At most this many changes are repeated after an interruption. */
const noteEvery = 1000;
const large = 4 * 1024 * 1024;

export interface Published {
  sent: number;
  bytes: number;
  deleted: number;
}

async function bytesOf(dir: string, { file, etag, size }: StoredObject): Promise<Buffer> {
  const bytes = await readFile(join(dir, 'public', file)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ReleaseGone(file) : error;
  });
  const isIt = etag === undefined || createHash('sha256').update(bytes).digest('hex').startsWith(etag);
  if (bytes.length !== size || !isIt) throw new ReleaseGone(file);
  return bytes;
}

/** Runs the work for several at once; after a failure nothing new is started. */
async function forEach<T>(all: T[], concurrency: number, work: (one: T) => Promise<void>): Promise<void> {
  const queue = new PQueue({ concurrency });
  await Promise.all(
    all.map((one) =>
      queue.add(async () => {
        try {
          await work(one);
        } catch (error) {
          queue.clear();
          throw error;
        }
      }),
    ),
  );
}

function notes(bucket: Bucket, state: PublishState) {
  const write = () => bucket.put(stateKey, Buffer.from(JSON.stringify(state)), stateHeaders);
  let since = 0;
  let writing: Promise<void> | undefined;
  const count = async (): Promise<void> => {
    since += 1;
    if (since < noteEvery || writing) return writing;
    since = 0;
    writing = write().finally(() => (writing = undefined));
    return writing;
  };
  return { write, count };
}

async function change(dir: string, bucket: Bucket, state: PublishState, difference: Difference): Promise<Published> {
  const { write, count } = notes(bucket, state);
  let bytes = 0;
  const send = async ([key, object]: Difference['sent'][0][0]) => {
    const body = await bytesOf(dir, object);
    await bucket.put(key, body, object.headers);
    state.objects[key] = object.fingerprint;
    bytes += body.length;
    await count();
  };
  await write();
  for (const group of difference.sent) {
    const isLarge = ([, { size }]: (typeof group)[0]) => size >= large;
    await forEach(group.filter(isLarge), 1, send);
    await forEach(
      group.filter((one) => !isLarge(one)),
      atOnce,
      send,
    );
  }
  await forEach(difference.deleted, atOnce, async (key) => {
    await bucket.remove(key);
    delete state.objects[key];
    await count();
  });
  await write();
  return { sent: difference.sent.flat().length, bytes, deleted: difference.deleted.length };
}

/** `purge` gets the addresses that changed; what it did not take is told again the next time. */
export async function publishToBucket(
  { dir, manifest }: BuiltRelease,
  bucket: Bucket,
  purge: (paths: string[]) => Promise<void>,
): Promise<Published> {
  const text = await bucket.get(stateKey);
  const known = text === undefined ? noState : readState(text.toString());
  const difference = differenceOf(known, objectsOf(manifest));
  const state = begun(known, difference);
  const isSame = difference.sent.length === 0 && difference.deleted.length === 0;
  const published = isSame ? { sent: 0, bytes: 0, deleted: 0 } : await change(dir, bucket, state, difference);
  if (state.unpurged.length === 0) return published;
  await purge(state.unpurged);
  await bucket.put(stateKey, Buffer.from(JSON.stringify({ ...state, unpurged: [] })), stateHeaders);
  return published;
}
