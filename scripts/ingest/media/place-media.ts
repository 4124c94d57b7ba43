// Copies pictures of published items from other hosts, unless settings.json disables it. Files with an http address,
// which pages cannot load, are loaded over https or copied.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Notice } from '#contract/notices.ts';
import { SourceError } from '#contract/source-problems.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { copiesFolder, copyBaseName, type OutsideMedia, findOutsideMedia } from '#domain/items/media-replacements.ts';
import { decodeFile } from '#domain/text/decode.ts';
import {
  type CopyOutcome,
  isCopyingPictures,
  listCopyFiles,
  listFullSizeCopies,
  type MediaMemory,
  mediaMemoryFile,
  readMediaMemory,
} from '../../../sidecar/content/media-copies.ts';
import type { Resolve } from '../../../sidecar/outgoing/guarded-lookup.ts';
import { NotWritableError } from '../../../sidecar/storage/write-errors.ts';
import type { Environment } from '../../../sidecar/settings/settings.ts';
import { limitPerHost, openCommandOutgoing } from '../../outgoing.ts';
import { writeIfChanged } from '../../write-file.ts';
import { toShortProblem } from '../chapters.ts';
import { readFeedsFile } from '../feeds-file.ts';
import { copyMedia, type MediaFetchDeps, isUnreached, tryHttps, toHttps } from './fetch-media.ts';
import { mediaNotices } from './notices.ts';

export interface PlaceOptions {
  env?: Environment;
  contentDir: string;
  now: () => Date;
  allowPrivateHosts?: string[];
  resolve?: Resolve;
  ca?: string;
  bounds?: Partial<PlaceLimits>;
}

interface PlaceLimits {
  /** Number of addresses requested in one run; the next run continues. */
  addresses: number;
  ms: number;
  /** Number of connection failures after which a run leaves a host alone. */
  failures: number;
  /** Total size of all copies. */
  bytes: number;
}
interface MediaRequest extends OutsideMedia {
  /** True if pages must load a copy. */
  isCopied: boolean;
}

/** A run is short, so that pages show the first pictures soon; the sidecar requests another until none is left. */
const defaultLimits: PlaceLimits = { addresses: 5000, ms: 30_000, failures: 3, bytes: 1024 ** 3 };
const concurrency = 4;

/** Returns the known outcome for an address, or undefined if a request is needed. */
function reusableOutcome(
  { address, isCopied }: MediaRequest,
  copy: string | undefined,
  before: MediaMemory,
  now: Date,
): MediaMemory[string] | undefined {
  if (copy) return isCopied && isCopyWithoutSizes(copy) ? undefined : { place: copy };
  const lastOutcome = before[address];
  if (!isSettled(lastOutcome, now)) return undefined;
  // A deleted copy is made again. An address that pages loaded so far is copied if they must load a copy now.
  const isOutdated = 'place' in lastOutcome && (isCopied || lastOutcome.place.startsWith('media/'));
  return isOutdated ? undefined : lastOutcome;
}

/** Recognises copies from versions that created no sizes. */
const isCopyWithoutSizes = (copy: string): boolean => /\.(jpg|png|avif)$/.test(copy);

/** Returns notices for the creator. Addresses with a known outcome are not requested again. */
export async function placeMedia(options: PlaceOptions): Promise<Notice[]> {
  const { contentDir, now } = options;
  const copiesPictures = await isCopyingPictures(contentDir);
  const { media, isComplete } = listMediaOfItems(contentDir, copiesPictures);
  const before = readMediaMemory(contentDir);
  // A copy is deleted after two runs without use, since a running build may still need it.
  if (isComplete) removeUnusedCopies(contentDir, [...media.map(({ address }) => address), ...Object.keys(before)]);
  const copies = listFullSizeCopies(contentDir);
  const memory: MediaMemory = {};
  for (const request of media) {
    const outcome = reusableOutcome(request, copies[copyBaseName(request.address)], before, now());
    if (outcome) memory[request.address] = outcome;
  }
  const pending = media.filter(({ address }) => !memory[address]);
  const localError = await placeAll(pending, memory, options);
  // Failures that this run did not retry are remembered.
  for (const { address } of pending) {
    const lastOutcome = before[address];
    if (lastOutcome && 'problem' in lastOutcome) memory[address] ??= lastOutcome;
  }
  await writeMemory(contentDir, memory);
  const notices = mediaNotices(media, memory, new Set(pending.map(({ address }) => address)));
  return localError ? [{ code: 'copying_stopped', cause: toShortProblem(localError) }, ...notices] : notices;
}

/** Returns true if the failure is caused by this machine and not by the source. */
const isLocalFailure = (error: Error): boolean =>
  error instanceof NotWritableError || ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Places files as far as the limits allow; a failing host does not affect others. Returns the error of this machine
 * that stopped the run, since every other source would fail with it too.
 */
async function placeAll(
  pending: MediaRequest[],
  memory: MediaMemory,
  options: PlaceOptions,
): Promise<Error | undefined> {
  if (pending.length === 0) return undefined;
  const bounds = { ...defaultLimits, ...options.bounds };
  const place = createPlacer(openFetchDeps(options), options.contentDir, bounds);
  const deadline = performance.now() + bounds.ms;
  const queue = new PQueue({ concurrency });
  let localError: Error | undefined;
  const tasks = pending.slice(0, bounds.addresses).map((request) => async () => {
    if (localError || performance.now() > deadline) return;
    const result = await place(request).catch((error: Error) => error);
    if (typeof result === 'string') memory[request.address] = { place: result };
    else if (result && isLocalFailure(result)) localError ??= result;
    else if (result) memory[request.address] = { problem: toShortProblem(result), at: options.now().toISOString() };
  });
  await queue.addAll(tasks);
  return localError;
}

/** Returns a function that yields the address from which pages can load a file, or undefined until the next run. */
function createPlacer(fetching: MediaFetchDeps, contentDir: string, { failures, bytes: maxBytes }: PlaceLimits) {
  const failureCounts = new Map<string, number>();
  const countFailure = (host: string) => failureCounts.set(host, (failureCounts.get(host) ?? 0) + 1);
  const isSkipped = (host: string) => (failureCounts.get(host) ?? 0) >= failures;
  let bytes = countCopyBytes(contentDir);
  return async (one: MediaRequest): Promise<string | undefined> => {
    const { host } = new URL(one.address);
    const secureHost = `https ${host}`;
    if (!one.isCopied && !isSkipped(secureHost)) {
      const outcome = await tryHttps(fetching, one);
      if (outcome === 'works') return toHttps(one.address);
      if (outcome === 'unreached') countFailure(secureHost);
    }
    if (isSkipped(host)) return undefined;
    if (bytes > maxBytes) throw new SourceError('copies_full', { limit: `${maxBytes / 1024 ** 2} MiB` });
    try {
      const copy = await copyMedia(fetching, one);
      bytes += copy.bytes;
      return copy.file;
    } catch (error) {
      if (isUnreached(error)) countFailure(host);
      throw error;
    }
  };
}

function openFetchDeps({ env = {}, contentDir, allowPrivateHosts = [], resolve, ca }: PlaceOptions): MediaFetchDeps {
  const allowedHosts = [...(readFeedsFile(contentDir).allowPrivateHosts ?? []), ...allowPrivateHosts];
  const room = openCommandOutgoing(env, {
    allowedHosts: allowedHosts.map((host) => host.toLowerCase()),
    resolve,
    atHost: limitPerHost(2),
  });
  return { room, contentDir, ca };
}

/** Lists each address once, newest published items first. `isComplete` is true if every item file could be read. */
function listMediaOfItems(contentDir: string, copiesPictures: boolean): { media: MediaRequest[]; isComplete: boolean } {
  const requests = new Map<string, MediaRequest>();
  const items = ['published', 'inbox'].flatMap((folder) =>
    readItemFiles(join(contentDir, folder))
      .map((source) => ({ folder, ...readMediaOfItem(source) }))
      .sort((a, b) => (b.date ?? 0) - (a.date ?? 0)),
  );
  const isComplete = items.every(({ media }) => media !== undefined);
  for (const { folder, media = [] } of items) {
    for (const one of media) {
      const isCopied = copiesPictures && folder === 'published' && one.kind === 'picture';
      const isLoaded = isCopied || one.address.startsWith('http:');
      if (isLoaded && !requests.has(one.address)) requests.set(one.address, { ...one, isCopied });
    }
  }
  return { media: [...requests.values()], isComplete };
}

/** Fast test that spares most items from being parsed. */
const mayHaveMedia = /^ *(?:image|thumbnailUrl|audioUrl|videoUrl): ["']?https?:|\]\(<?https?:/m;

function readMediaOfItem(source: string): { media?: OutsideMedia[]; date?: number } {
  if (!mayHaveMedia.test(source)) return { media: [] };
  try {
    const { item, body } = parseItemFile(source);
    // A public copy would reveal an item before its time.
    if ((item as StoredItem).liveAt) return { media: [] };
    return {
      media: findOutsideMedia({ item: item as StoredItem, body }),
      date: Date.parse((item as StoredItem).date ?? '') || 0,
    };
  } catch {
    return {};
  }
}

function readItemFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
    return names.sort().flatMap((name) => {
      try {
        return [decodeFile(readFileSync(join(folder, name)))];
      } catch {
        // A reviewer has just moved the file.
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Time after which a failed source is requested again. */
const retryAfterMs = 24 * 60 * 60 * 1000;

const writeMemory = (contentDir: string, memory: MediaMemory): Promise<boolean> =>
  writeIfChanged(mediaMemoryFile(contentDir), `${JSON.stringify(memory, undefined, 1)}\n`);

const isSettled = (outcome: CopyOutcome | undefined, now: Date): outcome is CopyOutcome =>
  outcome !== undefined && ('place' in outcome || now.getTime() - Date.parse(outcome.at) < retryAfterMs);

/** Deletes the copies of all other addresses. Releases that use them have their own hard links. */
function removeUnusedCopies(contentDir: string, addresses: Iterable<string>): void {
  const usedNames = new Set([...addresses].map(copyBaseName));
  const folder = join(contentDir, 'media', copiesFolder);
  for (const name of listCopyFiles(contentDir))
    if (!usedNames.has(name.replace(/(-\d+)?\..*$/, ''))) rmSync(join(folder, name));
}

const countCopyBytes = (contentDir: string): number => {
  const folder = join(contentDir, 'media', copiesFolder);
  return listCopyFiles(contentDir).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
};
