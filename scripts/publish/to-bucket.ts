// Brings a bucket up to a release: only what is different is sent, and an interruption costs what was under way.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { sha256 } from '#domain/ids.ts';
import type { BuiltRelease } from '#domain/release/site-entry.ts';
import type { Bucket, ListedBucket } from '../../sidecar/outgoing/bucket.ts';
import { objectsOf, type StoredObject } from './objects.ts';
import {
  begun,
  type Difference,
  differenceOf,
  ownFolders,
  type PublishState,
  readState,
  stateKey,
  stateOf,
} from './state.ts';

/** A newer release has taken over the folder. */
export class ReleaseGone extends Error {}

const stateHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const atOnce = 16;
/** At most this many changes are repeated after an interruption. */
const noteEvery = 1000;
const isLarge = ([, { size }]: [key: string, object: StoredObject]): boolean => size >= 4 * 1024 * 1024;

export interface Published {
  sent: number;
  bytes: number;
  deleted: number;
}

async function bytesOf(dir: string, { file, etag, size }: StoredObject): Promise<Buffer> {
  const bytes = await readFile(join(dir, 'public', file)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ReleaseGone(file) : error;
  });
  const isIt = etag === undefined || sha256(bytes).startsWith(etag);
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
  const remove = async (key: string) => {
    await bucket.remove(key);
    delete state.objects[key];
    await count();
  };
  await write();
  try {
    for (const group of difference.sent) {
      const [few, others] = [group.filter(isLarge), group.filter((one) => !isLarge(one))];
      await forEach(few, 1, send);
      await forEach(others, atOnce, send);
    }
    for (const group of difference.deleted) await forEach(group, atOnce, remove);
  } catch (error) {
    // The next call goes on from here, if the bucket takes the note.
    await write().catch(() => undefined);
    throw error;
  }
  await write();
  return { sent: difference.sent.flat().length, bytes, deleted: difference.deleted.flat().length };
}

async function knownOf(bucket: ListedBucket): Promise<PublishState> {
  const text = await bucket.get(stateKey);
  if (text !== undefined) return readState(text.toString());
  const there = await Promise.all(ownFolders.map((folder) => bucket.list(folder)));
  return stateOf(there.flat().map(({ key }) => key));
}

/** `purge` gets the addresses that changed; what it did not take is told again the next time. */
export async function publishToBucket(
  { dir, manifest }: BuiltRelease,
  bucket: ListedBucket,
  purge: (paths: string[]) => Promise<void>,
): Promise<Published> {
  const known = await knownOf(bucket);
  const difference = differenceOf(known, objectsOf(manifest));
  const state = begun(known, difference);
  const isSame = difference.sent.length === 0 && difference.deleted.length === 0;
  const published = isSame ? { sent: 0, bytes: 0, deleted: 0 } : await change(dir, bucket, state, difference);
  if (state.unpurged.length === 0) return published;
  await purge(state.unpurged);
  await bucket.put(stateKey, Buffer.from(JSON.stringify({ ...state, unpurged: [] })), stateHeaders);
  return published;
}
