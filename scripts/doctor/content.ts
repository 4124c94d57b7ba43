// Checks that the content files can be read and that nothing the press needs is missing.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { creatorPictures } from '#domain/creator-pictures.ts';
import type { TSchema } from 'typebox';
import { AccessFile, Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import { SkippedItems, skippedItemsFile } from '#contract/schemas/skipped-items.ts';
import { itemProblems, missingDate, parseItemFile } from '#domain/items/item-file.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import { decodeText } from '#domain/text/decode.ts';
import { transcriptsFolder } from '#domain/transcripts/hosted-transcripts.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { findWebVttProblem } from '../../sidecar/features/transcription/check-webvtt.ts';
import { contentFileProblems, readJsonFile } from '../json-file.ts';
import { advice, type CheckResult, withOkIfClean, problem, warning } from './finding.ts';

const contentFiles: [name: string, schema: TSchema, absence: CheckResult | undefined][] = [
  [
    'creator.json',
    Creator,
    problem('the file is missing', { fix: 'create it with npm run init -- https://your-site.example' }),
  ],
  [
    'feeds.json',
    FeedsFile,
    warning('the file is missing, so no new items arrive', { fix: 'create it with npm run init' }),
  ],
  ['access.json', AccessFile, undefined],
  ['timeline.json', TimelineFile, undefined],
];

function checkFile(contentDir: string, [name, schema, absence]: (typeof contentFiles)[number]): CheckResult[] {
  const path = join(contentDir, name);
  if (!existsSync(path)) return absence ? [{ ...absence, file: name }] : [];
  return contentFileProblems(path, schema).map(({ key, says, fix }) =>
    problem(says, { file: name, ...(key && { key }), ...(fix && { fix }) }),
  );
}

const readCreator = (contentDir: string): Promise<Creator | undefined> =>
  readFile(join(contentDir, 'creator.json')).then(
    (bytes) => JSON.parse(decodeFile(bytes)) as Creator,
    () => undefined,
  );

/** Returns the files of all pictures named in creator.json, each with its key. */
function listCreatorPictures(creator: Creator): [key: string, file: string][] {
  const cover = creator.podcast?.image;
  const pictures = creatorPictures(creator).map(({ key, picture }): [string, string] => [`${key}.file`, picture.file]);
  return cover ? [...pictures, ['podcast.image', cover]] : pictures;
}

function checkCreatorFields(contentDir: string, creator: Creator, now: Date): CheckResult[] {
  const file = 'creator.json';
  const results: CheckResult[] = [];
  for (const [key, name] of listCreatorPictures(creator))
    if (!existsSync(join(contentDir, 'media', name)))
      results.push(problem(`media/${name} is missing`, { file, key, fix: 'add the picture or remove the key' }));
  if (!languageTag(creator.language))
    results.push(
      problem(`unknown language ${creator.language}`, { file, key: 'language', fix: 'use a tag such as en or pt-BR' }),
    );
  const { expires } = creator.security ?? {};
  if (expires && Date.parse(expires) < now.getTime())
    results.push(
      warning(`security.txt expired on ${expires}`, {
        file,
        key: 'security.expires',
        fix: 'set a later date',
      }),
    );
  return results;
}

/** Optional fields that journalists look for, with the advice given if one is empty. */
const pressFields: [key: keyof Creator, says: string][] = [
  ['portrait', 'no portrait; articles about you usually show one'],
  ['headshots', 'no press pictures to download'],
  ['bios', 'no short, medium and long bio for the press'],
  ['pressContact', 'no press contact'],
  ['boilerplate', 'no boilerplate paragraph for press releases'],
  ['logos', 'no logo to download'],
  ['speaking', 'no talks for event organisers'],
];

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const checkPress = (creator: Creator): CheckResult[] =>
  pressFields
    .filter(([key]) => isEmpty(creator[key]))
    .map(([key, says]) => advice(says, { file: 'creator.json', key, fix: 'optional' }));

async function checkItems(contentDir: string): Promise<CheckResult[]> {
  const folder = join(contentDir, 'published');
  const results: CheckResult[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.md')).sort()) {
    const file = `published/${name}`;
    const fix = 'correct the file; the item stays out of the room until then';
    try {
      const { item } = parseItemFile(decodeFile(await readFile(join(folder, name))));
      const problems = itemProblems(item);
      const { id, date } = item as { id?: unknown; date?: unknown };
      if (problems.length === 0 && date === undefined) problems.push(missingDate);
      if (problems.length === 0 && `${id}.md` !== name)
        problems.push(`id is ${id}, so the file must be named ${id}.md`);
      results.push(...problems.map((says) => problem(says, { file, fix })));
    } catch (error) {
      results.push(problem((error as Error).message, { file, fix }));
    }
  }
  return results;
}

/** Reports items that the last build left out, except those whose file is already reported. */
function checkLeftOut(contentDir: string, named: CheckResult[]): CheckResult[] {
  const { items } = readJsonFile(join(contentDir, '.build', skippedItemsFile), SkippedItems, { items: [] });
  return items
    .map(({ name, problem: says }) =>
      problem(says, { file: `published/${name}`, fix: 'correct it or reject it in the console' }),
    )
    .filter(({ file }) => !named.some((one) => one.file === file));
}

async function checkTranscripts(contentDir: string): Promise<CheckResult[]> {
  const folder = join(contentDir, transcriptsFolder);
  const results: CheckResult[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.vtt')).sort()) {
    const why = await findWebVttProblem(decodeText(await readFile(join(folder, name))));
    if (why) results.push(problem(why, { file: `${transcriptsFolder}/${name}`, fix: 'correct the line' }));
  }
  return results;
}

export async function checkContent(contentDir: string, now: Date): Promise<CheckResult[]> {
  const results = contentFiles.flatMap((file) => checkFile(contentDir, file));
  const isUsable = !results.some(({ file }) => file === 'creator.json');
  const creator = isUsable ? await readCreator(contentDir) : undefined;
  if (creator) results.push(...checkCreatorFields(contentDir, creator, now), ...checkPress(creator));
  results.push(...(await checkItems(contentDir)));
  results.push(...checkLeftOut(contentDir, results), ...(await checkTranscripts(contentDir)));
  return withOkIfClean(results, contentDir);
}
