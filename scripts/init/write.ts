// Writes the first content files; what the creator has already is never lost.
import { copyFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { AccessFile, Creator, FeedsFile, schemaFileOf, TimelineFile } from '#contract/schemas/content-files.ts';
import { problemsBy } from '#contract/validation.ts';
import { writeWhole } from '../write-file.ts';

export interface Drafts {
  creator: Creator;
  feeds: FeedsFile;
}

const replaced = ['creator.json', 'feeds.json'];
export const filesInTheWay = (contentDir: string): string[] =>
  replaced.map((name) => join(contentDir, name)).filter((path) => existsSync(path));

/** Gives the paths of what was written, and of the copies of what was replaced. */
export async function writeContent(contentDir: string, { creator, feeds }: Drafts): Promise<string[]> {
  const access: AccessFile = { enabled: false };
  const timeline: TimelineFile = { entries: [] };
  const files: [string, TSchema, object][] = [
    ['creator.json', Creator, creator],
    ['feeds.json', FeedsFile, feeds],
    ['access.json', AccessFile, access],
    ['timeline.json', TimelineFile, timeline],
  ];
  for (const [name, schema, value] of files) checkAgainst(schema, name, value);
  const written: string[] = [];
  for (const [name, , value] of files) {
    const path = join(contentDir, name);
    if (existsSync(path) && !replaced.includes(name)) continue;
    if (existsSync(path)) {
      await copyFile(path, `${path}.bak`);
      written.push(`${path}.bak`);
    }
    await writeWhole(path, `${JSON.stringify({ $schema: schemaFileOf(name), ...value }, null, 2)}\n`);
    written.push(path);
  }
  return written;
}

function checkAgainst(schema: TSchema, name: string, value: unknown): void {
  const problems = problemsBy(schema)(value);
  if (problems.length) throw new Error(`${name} was not written: ${problems.join('; ')}`);
}
