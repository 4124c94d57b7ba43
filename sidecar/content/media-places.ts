// What became of each address over http that was asked for over https or copied, in content/.build/places.json.
import { readFileSync } from 'node:fs';
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
