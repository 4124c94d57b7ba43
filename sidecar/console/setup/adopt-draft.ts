// Turns a draft into the room's content. creator.json is written last, so that a crash never leaves half a room.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { writeAtomically } from '../../storage/leftovers.ts';
import type { Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import { writeFirstFiles } from '../../content/first-files.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';

export interface SetupChoices {
  creator: Creator;
  feeds: FeedsFile;
  timeline: TimelineFile;
  /** Names of the pictures in the draft. */
  files: string[];
}

/** Copies a picture and returns its name in content/media. Identical pictures are reused, others never overwritten. */
async function copyPicture(from: string, media: string, file: string): Promise<string> {
  const bytes = await readFile(join(from, file));
  const { name: stem, ext } = parse(file);
  for (let number = 1; ; number++) {
    const name = number === 1 ? file : `${stem}-${number}${ext}`;
    const there = await readFile(join(media, name)).catch(() => undefined);
    if (there?.equals(bytes)) return name;
    if (there) continue;
    await writeAtomically(join(media, name), bytes);
    return name;
  }
}

const withNames = (creator: Creator, names: Map<string, string>): Creator =>
  JSON.parse(JSON.stringify(creator), (key, value) =>
    key === 'file' || key === 'image' ? (names.get(value as string) ?? value) : value,
  ) as Creator;

export const isSetUp = (contentDir: string): boolean => existsSync(join(contentDir, 'creator.json'));

/** Adopts the draft. Returns false and changes nothing if creator.json exists already. */
export const adoptDraft = (
  desk: ReviewDesk,
  folder: string,
  { creator, feeds, timeline, files }: SetupChoices,
): Promise<boolean> =>
  desk.exclusively(async () => {
    if (isSetUp(desk.contentDir)) return false;
    const media = join(desk.contentDir, 'media');
    const names = new Map<string, string>();
    for (const file of files) names.set(file, await copyPicture(join(folder, 'media'), media, file));
    await writeFirstFiles(desk.contentDir, { creator: withNames(creator, names), feeds, timeline });
    return true;
  });
