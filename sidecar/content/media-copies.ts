// Locations of media from other hosts: copies in content/media, or addresses in content/.build/places.json.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceProblem } from '#contract/source-problems.ts';
import { copiesFolder, copyBaseName, type MediaSources } from '#domain/items/media-replacements.ts';
import type { MediaReplacements } from '#domain/room.ts';
import { decodeFile } from '#domain/text/decode.ts';

export type CopyOutcome =
  | { place: string }
  /** `at` is the time of the attempt in RFC 3339. */
  | { problem: SourceProblem; at: string };
export type MediaMemory = Record<string, CopyOutcome>;

export const mediaMemoryFile = (contentDir: string): string => join(contentDir, '.build', 'places.json');

export function readMediaMemory(contentDir: string): MediaMemory {
  try {
    const memory = JSON.parse(readFileSync(mediaMemoryFile(contentDir), 'utf8')) as MediaMemory;
    // Earlier versions stored problems as texts. These addresses are requested again.
    const isCurrent = (outcome: CopyOutcome) => 'place' in outcome || typeof outcome.problem === 'object';
    return Object.fromEntries(Object.entries(memory).filter(([, outcome]) => isCurrent(outcome)));
  } catch {
    return {};
  }
}

/** Returns the file names of copies in all sizes, sorted independently of the file system. */
export function listCopyFiles(contentDir: string): string[] {
  try {
    const names = readdirSync(join(contentDir, 'media', copiesFolder));
    return names.filter((name) => /^[0-9a-f]{16}(-\d+)?\.[a-z0-9]+$/.test(name)).sort();
  } catch {
    return [];
  }
}

/** Returns full-size copies by `copyName`. They are found even if places.json is lost. */
export function listFullSizeCopies(contentDir: string): Record<string, string> {
  const names = listCopyFiles(contentDir).filter((name) => !name.includes('-'));
  return Object.fromEntries(names.map((name) => [name.replace(/\..*$/, ''), `media/${copiesFolder}/${name}`]));
}

const isCopied = ({ place }: { place: string }): boolean => place.startsWith('media/');

/** Locations from which pages load media of other hosts. */
export interface MediaLocations {
  /** Paths of copies by `copyName`. */
  copies: Record<string, string>;
  /** Addresses that were found to work over https, by the original address. */
  secure: MediaReplacements;
  /** Addresses that could not be fetched. */
  lost: string[];
}

export function readMediaLocations(contentDir: string): MediaLocations {
  const outcomes = Object.entries(readMediaMemory(contentDir));
  const secure = outcomes.flatMap(([address, outcome]) =>
    'place' in outcome && !isCopied(outcome) ? [[address, outcome.place]] : [],
  );
  const lostAddresses = outcomes.flatMap(([address, outcome]) => ('problem' in outcome ? [address] : []));
  return { copies: listFullSizeCopies(contentDir), secure: Object.fromEntries(secure), lost: lostAddresses };
}

export const createMediaLocator =
  ({ copies, secure }: Omit<MediaLocations, 'lost'>) =>
  (address: string): string | undefined =>
    copies[copyBaseName(address)] ?? secure[address];

export function createMediaSources(places: MediaLocations): MediaSources {
  const lostAddresses = new Set(places.lost);
  return { replacementFor: createMediaLocator(places), isLost: (address) => lostAddresses.has(address) };
}

/** Returns false if settings.json disables copying; an invalid file has no effect. */
export async function isCopyingPictures(contentDir: string): Promise<boolean> {
  const text = await readFile(join(contentDir, 'settings.json')).then(decodeFile, () => '{}');
  try {
    return (JSON.parse(text) as { copyPictures?: unknown }).copyPictures !== false;
  } catch {
    return true;
  }
}

const wasTried = (outcome: CopyOutcome | undefined): boolean =>
  outcome !== undefined && ('problem' in outcome || isCopied(outcome));

const uncopiedFile = (contentDir: string): string => join(contentDir, '.build', 'uncopied.json');

/** Stores for the sidecar how many addresses nobody has tried to copy. */
export async function writeUncopiedCount(contentDir: string, addresses: string[]): Promise<void> {
  const memory = readMediaMemory(contentDir);
  const copies = listFullSizeCopies(contentDir);
  const uncopied = new Set(addresses.filter((address) => !wasTried(memory[address]) && !copies[copyBaseName(address)]));
  await mkdir(join(contentDir, '.build'), { recursive: true });
  await writeFile(uncopiedFile(contentDir), JSON.stringify(uncopied.size));
}

export const readUncopiedCount = async (contentDir: string): Promise<number> =>
  Number(await readFile(uncopiedFile(contentDir), 'utf8').catch(() => '0'));

/**
 * Returns a function that tells whether the last build left pictures to copy. It returns true only if their number has
 * changed since the last call, so that copying comes to an end.
 */
export function createUncopiedCheck(contentDir: string): () => Promise<boolean> {
  let before = 0;
  return async () => {
    const now = await readUncopiedCount(contentDir);
    const hasProgress = now > 0 && now !== before;
    before = now;
    return hasProgress;
  };
}

/** Returns a function that requests copies as long as there are pictures to copy. */
export function createPictureRequester(contentDir: string, request: () => Promise<void>): () => Promise<void> {
  const leavesPictures = createUncopiedCheck(contentDir);
  return async () => {
    if (await leavesPictures()) await request();
  };
}
