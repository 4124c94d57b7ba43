// What became of each address elsewhere that was copied or asked for over https, in content/.build/places.json.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Places } from '#domain/room.ts';

export type Outcome =
  | { place: string }
  /** `at`: when it was tried, RFC 3339. */
  | { problem: string; at: string };
export type MediaMemory = Record<string, Outcome>;

export const mediaMemoryFile = (contentDir: string): string => join(contentDir, '.build', 'places.json');

export function readMediaMemory(contentDir: string): MediaMemory {
  try {
    return { ...(JSON.parse(readFileSync(mediaMemoryFile(contentDir), 'utf8')) as MediaMemory) };
  } catch {
    return {};
  }
}

export const readPlaces = (contentDir: string): Places =>
  Object.fromEntries(
    Object.entries(readMediaMemory(contentDir)).flatMap(([address, outcome]) =>
      'place' in outcome ? [[address, outcome.place]] : [],
    ),
  );

/** As settings.json says; one that cannot be used changes nothing. */
export async function copiesPicturesIn(contentDir: string): Promise<boolean> {
  const text = await readFile(join(contentDir, 'settings.json'), 'utf8').catch(() => '{}');
  try {
    return (JSON.parse(text) as { copyPictures?: unknown }).copyPictures !== false;
  } catch {
    return true;
  }
}

const isSettled = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && ('problem' in outcome || outcome.place.startsWith('media/'));

const uncopiedFile = (contentDir: string): string => join(contentDir, '.build', 'uncopied.json');

/** For the sidecar: how many of these addresses nobody has tried to copy. */
export async function leaveUncopied(contentDir: string, addresses: string[]): Promise<void> {
  const memory = readMediaMemory(contentDir);
  const open = new Set(addresses.filter((address) => !isSettled(memory[address])));
  await mkdir(join(contentDir, '.build'), { recursive: true });
  await writeFile(uncopiedFile(contentDir), JSON.stringify(open.size));
}

export const readUncopied = async (contentDir: string): Promise<number> =>
  Number(await readFile(uncopiedFile(contentDir), 'utf8').catch(() => '0'));

/** Whether a build left pictures to copy: true only while there are fewer each time, so that it comes to an end. */
export function uncopiedPictures(contentDir: string): () => Promise<boolean> {
  let before = 0;
  return async () => {
    const now = await readUncopied(contentDir);
    const isWanted = now > 0 && now !== before;
    before = now;
    return isWanted;
  };
}
