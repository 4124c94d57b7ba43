// Pictures that published items name elsewhere are copied, unless settings.json says otherwise; what is named over http, which no
// page loads, is had over https or copied.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { copyBaseName, type OutsideMedia, findOutsideMedia } from '#domain/items/media-replacements.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import {
  listFullSizeCopies,
  isCopyingPictures,
  type MediaMemory,
  readMediaMemory,
} from '../../../sidecar/content/media-copies.ts';
import type { Resolve } from '../../../sidecar/outgoing/guarded-lookup.ts';
import { NotWritableError } from '../../../sidecar/storage/write-errors.ts';
import type { Environment } from '../../../sidecar/settings/settings.ts';
import { openCommandOutgoing } from '../../outgoing.ts';
import { readFeedsFile } from '../feeds-file.ts';
import { shorten } from '../normalise/plain-text.ts';
import { copyMedia, type MediaFetchDeps, isUnreached, tryHttps, toHttps } from './fetch-media.ts';
import { countCopyBytes, isSettled, removeUnusedCopies, writeMemory } from './memory.ts';
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
  /** Addresses asked for in one run; the next run goes on. */
  addresses: number;
  ms: number;
  /** Times that a host was not to be had after which a run leaves it alone. */
  failures: number;
  /** Of all copies together. */
  bytes: number;
}
interface MediaRequest extends OutsideMedia {
  /** Pages load it from nowhere else. */
  isCopied: boolean;
}

const usualLimits: PlaceLimits = { addresses: 300, ms: 60_000, failures: 3, bytes: 1024 ** 3 };
const concurrency = 4;

/** Returns what is known of an address, if no request for it is needed. */
function reusableOutcome(
  { address, isCopied }: MediaRequest,
  copy: string | undefined,
  before: MediaMemory,
  now: Date,
): MediaMemory[string] | undefined {
  const lastOutcome = copy ? { place: copy } : before[address];
  const isInMedia = lastOutcome && 'place' in lastOutcome && lastOutcome.place.startsWith('media/');
  // A copy that is gone is made again.
  if (!copy && isInMedia) return undefined;
  // Earlier versions made copies without sizes.
  if (isCopied && copy !== undefined && /\.(jpg|png|avif)$/.test(copy)) return undefined;
  const isLink = isCopied && lastOutcome && 'place' in lastOutcome && !isInMedia;
  return isSettled(lastOutcome, now) && !isLink ? lastOutcome : undefined;
}

/** Gives what the creator should know. An address that is settled is not asked for again. */
export async function placeMedia(options: PlaceOptions): Promise<string[]> {
  const { contentDir, now } = options;
  const copiesPictures = await isCopyingPictures(contentDir);
  const { media, isAll } = listMediaOfItems(contentDir, copiesPictures);
  const before = readMediaMemory(contentDir);
  // Removed after two runs without a use for it: a build under way may still need it.
  if (isAll) removeUnusedCopies(contentDir, [...media.map(({ address }) => address), ...Object.keys(before)]);
  const copies = listFullSizeCopies(contentDir);
  const memory: MediaMemory = {};
  for (const wanted of media) {
    const outcome = reusableOutcome(wanted, copies[copyBaseName(wanted.address)], before, now());
    if (outcome) memory[wanted.address] = outcome;
  }
  const open = media.filter(({ address }) => !memory[address]);
  const refused = await placeAll(open, memory, options);
  // Lost until another try finds it, and not had again for the time that no run comes to it.
  for (const { address } of open) {
    const was = before[address];
    if (was && 'problem' in was) memory[address] ??= was;
  }
  await writeMemory(contentDir, memory);
  const notices = mediaNotices(media, memory, new Set(open.map(({ address }) => address)));
  return refused ? [`${refused.message} Copying ends here; the next reading goes on.`, ...notices] : notices;
}

/** Whether the failure is this machine's, not the source's. */
const isLocalFailure = (error: Error): boolean =>
  error instanceof NotWritableError || ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Fills the memory as far as the bounds allow; what one host does is no matter of another. Gives the error of this machine
 * that ended it: no source would fare better, and all are tried again at the next run.
 */
async function placeAll(open: MediaRequest[], memory: MediaMemory, options: PlaceOptions): Promise<Error | undefined> {
  if (open.length === 0) return undefined;
  const bounds = { ...usualLimits, ...options.bounds };
  const place = createPlacer(openFetchDeps(options), options.contentDir, bounds);
  const until = performance.now() + bounds.ms;
  const queue = new PQueue({ concurrency });
  let refused: Error | undefined;
  const tasks = open.slice(0, bounds.addresses).map((one) => async () => {
    if (refused || performance.now() > until) return;
    const found = await place(one).catch((error: Error) => error);
    if (typeof found === 'string') memory[one.address] = { place: found };
    else if (found && isLocalFailure(found)) refused ??= found;
    else if (found) memory[one.address] = { problem: toShortLine(found.message), at: options.now().toISOString() };
  });
  await queue.addAll(tasks);
  return refused;
}

const toShortLine = (message: string): string => shorten(cleanLine(message), 200);

/** Gives the place of one address, or nothing where its host has to wait for the next run. */
function createPlacer(fetching: MediaFetchDeps, contentDir: string, { failures, bytes: most }: PlaceLimits) {
  const failed = new Map<string, number>();
  const countFailure = (host: string) => failed.set(host, (failed.get(host) ?? 0) + 1);
  const isLeft = (host: string) => (failed.get(host) ?? 0) >= failures;
  let bytes = countCopyBytes(contentDir);
  return async (one: MediaRequest): Promise<string | undefined> => {
    const { host } = new URL(one.address);
    const secure = `https ${host}`;
    if (!one.isCopied && !isLeft(secure)) {
      const outcome = await tryHttps(fetching, one);
      if (outcome === 'works') return toHttps(one.address);
      if (outcome === 'unreached') countFailure(secure);
    }
    if (isLeft(host)) return undefined;
    if (bytes > most) throw new Error(`The copies of the room have more than ${most / 1024 ** 2} MiB already.`);
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
  const allowed = [...(readFeedsFile(contentDir).allowPrivateHosts ?? []), ...allowPrivateHosts];
  const hosts = new Map<string, PQueue>();
  const room = openCommandOutgoing(env, {
    allowedHosts: allowed.map((host) => host.toLowerCase()),
    resolve,
    atHost: (host, task) => {
      const queue = hosts.get(host) ?? new PQueue({ concurrency: 2 });
      hosts.set(host, queue);
      return queue.add(task);
    },
  });
  return { room, contentDir, ca };
}

/** Each address once, the newest published items first. `isAll`: every file was read; the build reports those that cannot be. */
function listMediaOfItems(contentDir: string, copiesPictures: boolean): { media: MediaRequest[]; isAll: boolean } {
  const found = new Map<string, MediaRequest>();
  const items = ['published', 'inbox'].flatMap((folder) =>
    readItemFiles(join(contentDir, folder))
      .map((source) => ({ folder, ...readMediaOfItem(source) }))
      .sort((a, b) => (b.date ?? 0) - (a.date ?? 0)),
  );
  const isAll = items.every(({ media }) => media !== undefined);
  for (const { folder, media = [] } of items) {
    for (const one of media) {
      const isCopied = copiesPictures && folder === 'published' && one.kind === 'picture';
      const isLoaded = isCopied || one.address.startsWith('http:');
      if (isLoaded && !found.has(one.address)) found.set(one.address, { ...one, isCopied });
    }
  }
  return { media: [...found.values()], isAll };
}

/** Most items have none, and need not be parsed. */
const mayHaveMedia = /^(?:image|thumbnailUrl|audioUrl|videoUrl): ["']?https?:|\]\(<?https?:/m;

function readMediaOfItem(source: string): { media?: OutsideMedia[]; date?: number } {
  if (!mayHaveMedia.test(source)) return { media: [] };
  try {
    const { item, body } = parseItemFile(source);
    // A copy lies in the room, and would tell of it.
    if ((item as StoredItem).liveAt) return { media: [] };
    return {
      media: findOutsideMedia({ item: item as StoredItem, body }),
      date: Date.parse((item as StoredItem).date) || 0,
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
        return [readFileSync(join(folder, name), 'utf8')];
      } catch {
        // Decided about this moment.
        return [];
      }
    });
  } catch {
    return [];
  }
}
