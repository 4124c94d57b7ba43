// Writes the first content files of a room for `npm run init` and the console without losing existing ones.
import * as fs from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { contentTypes, type ItemType } from '#contract/content-types.ts';
import {
  AccessFile,
  Creator,
  type Feed,
  FeedsFile,
  schemaPath,
  TimelineFile,
} from '#contract/schemas/content-files.ts';
import { problemFinder } from '#contract/validation.ts';
import { chooseFeedId } from './feed-changes.ts';
import { writeContentFile } from './json-file.ts';

export interface FirstFiles {
  creator: Creator;
  feeds: FeedsFile;
  timeline?: TimelineFile;
}

interface NewFeed {
  url: string;
  title?: string | undefined;
  /** Type of most of its entries. */
  type: ItemType;
}

/** Drafts feeds.json. With `autoReview`, items that need no review are published automatically. */
export function draftFeedsFile(feeds: NewFeed[], autoReview: boolean, allowPrivateHosts: string[] = []): FeedsFile {
  const ids = new Set<string>();
  const drafts = feeds.map((feed): Feed => {
    const isAuto = autoReview && !contentTypes[feed.type].isAlwaysReviewed;
    const draft = { id: chooseFeedId(feed, ids), url: feed.url, ...(feed.title && { title: feed.title }) };
    return isAuto ? { ...draft, review: 'auto' } : draft;
  });
  return { feeds: drafts, ...(allowPrivateHosts.length && { allowPrivateHosts }) };
}

const replaceableFiles = ['creator.json', 'feeds.json'];
export const listFilesToReplace = (contentDir: string): string[] =>
  replaceableFiles.map((name) => join(contentDir, name)).filter((path) => existsSync(path));

/** Writes the files and returns their paths, including the copies of replaced files. */
export async function writeFirstFiles(
  contentDir: string,
  { creator, feeds, timeline = { entries: [] } }: FirstFiles,
): Promise<string[]> {
  const access: AccessFile = { enabled: false };
  // The room counts as set up as soon as creator.json exists, so it is written last.
  const files: [string, TSchema, object][] = [
    ['timeline.json', TimelineFile, timeline],
    ['access.json', AccessFile, access],
    ['feeds.json', FeedsFile, feeds],
    ['creator.json', Creator, creator],
  ];
  for (const [name, schema, value] of files) throwIfInvalid(schema, name, value);
  await fs.mkdir(contentDir, { recursive: true });
  const writtenPaths: string[] = [];
  for (const [name, , value] of files) {
    const path = join(contentDir, name);
    if (existsSync(path) && !replaceableFiles.includes(name)) continue;
    if (existsSync(path)) {
      await fs.copyFile(path, `${path}.bak`);
      writtenPaths.push(`${path}.bak`);
    }
    const text = `${JSON.stringify({ $schema: schemaPath(name), ...value }, null, 2)}\n`;
    await writeContentFile({ fs, contentDir }, name, text);
    writtenPaths.push(path);
  }
  return writtenPaths;
}

function throwIfInvalid(schema: TSchema, name: string, value: unknown): void {
  const problems = problemFinder(schema)(value);
  if (problems.length) throw new Error(`${name} was not written: ${problems.join('; ')}`);
}
