// The creator's files: whether each can be read, and what a journalist would miss.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { AccessFile, Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import { SkippedItems, skippedItemsFile } from '#contract/schemas/skipped-items.ts';
import { itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import { decodeText } from '#domain/text/decode.ts';
import { transcriptsFolder } from '#domain/transcripts/hosted-transcripts.ts';
import { findWebVttProblem } from '../../sidecar/features/transcription/check-webvtt.ts';
import { contentFileProblems, readJsonFile } from '../json-file.ts';
import { advice, type CheckResult, withOkIfClean, problem, warning } from './finding.ts';

const contentFiles: [name: string, schema: TSchema, absence: CheckResult | undefined][] = [
  [
    'creator.json',
    Creator,
    problem('it is missing', { fix: 'npm run init -- https://your-site.example makes a first one' }),
  ],
  [
    'feeds.json',
    FeedsFile,
    warning('it is missing, so nothing new comes in', { fix: 'npm run init makes a first one' }),
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
  readFile(join(contentDir, 'creator.json'), 'utf8').then(
    (text) => JSON.parse(text) as Creator,
    () => undefined,
  );

/** Each picture that creator.json names, with its key. */
function listCreatorPictures({
  portrait,
  banner,
  headshots = [],
  logos = [],
  podcast,
}: Creator): [key: string, file: string][] {
  const lists = Object.entries({ headshots, logos }).flatMap(([key, list]) =>
    list.map(({ file }, index): [string, string] => [`${key}.${index}.file`, file]),
  );
  const single: [string, string | undefined][] = [
    ['portrait.file', portrait?.file],
    ['banner.file', banner?.file],
    ['podcast.image', podcast?.image],
  ];
  return [...single.filter((one): one is [string, string] => one[1] !== undefined), ...lists];
}

function checkCreatorFields(contentDir: string, creator: Creator, now: Date): CheckResult[] {
  const file = 'creator.json';
  const found: CheckResult[] = [];
  for (const [key, name] of listCreatorPictures(creator))
    if (!existsSync(join(contentDir, 'media', name)))
      found.push(problem(`media/${name} is missing`, { file, key, fix: 'put the picture there, or take the key out' }));
  if (!languageTag(creator.language))
    found.push(
      problem(`${creator.language} is no language`, { file, key: 'language', fix: 'give a tag such as en or pt-BR' }),
    );
  const { expires } = creator.security ?? {};
  if (expires && Date.parse(expires) < now.getTime())
    found.push(
      warning(`it was ${expires}: security.txt counts as stale`, {
        file,
        key: 'security.expires',
        fix: 'give a new date',
      }),
    );
  return found;
}

/** What press asks for, and what is said where it is missing. */
const pressFields: [key: keyof Creator, says: string][] = [
  ['portrait', 'there is no portrait: press prints a face'],
  ['headshots', 'there are no press pictures to download'],
  ['bios', 'there is no bio in the lengths that press needs'],
  ['pressContact', 'nobody is named whom press may ask'],
  ['boilerplate', 'there is no paragraph for the end of a press release'],
  ['logos', 'there is no logo to download'],
  ['speaking', 'organisers of events find no talks'],
];

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const checkPress = (creator: Creator): CheckResult[] =>
  pressFields
    .filter(([key]) => isEmpty(creator[key]))
    .map(([key, says]) => advice(says, { file: 'creator.json', key, fix: 'add it, if you like' }));

async function checkItems(contentDir: string): Promise<CheckResult[]> {
  const folder = join(contentDir, 'published');
  const found: CheckResult[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.md')).sort()) {
    const file = `published/${name}`;
    const fix = 'correct the file; it is left out until then';
    try {
      const { item } = parseItemFile(await readFile(join(folder, name), 'utf8'));
      const problems = itemProblems(item);
      const { id } = item as { id?: unknown };
      if (problems.length === 0 && `${id}.md` !== name)
        problems.push(`id is ${id}, so the file must be named ${id}.md`);
      found.push(...problems.map((says) => problem(says, { file, fix })));
    } catch (error) {
      found.push(problem((error as Error).message, { file, fix }));
    }
  }
  return found;
}

/** Items that the last reading of the content folder left out of the room, besides those whose file is wrong. */
function checkLeftOut(contentDir: string, named: CheckResult[]): CheckResult[] {
  const { items } = readJsonFile(join(contentDir, '.build', skippedItemsFile), SkippedItems, { items: [] });
  return items
    .map(({ name, problem: says }) =>
      problem(says, { file: `published/${name}`, fix: 'correct it, or reject it in the console' }),
    )
    .filter(({ file }) => !named.some((one) => one.file === file));
}

async function checkTranscripts(contentDir: string): Promise<CheckResult[]> {
  const folder = join(contentDir, transcriptsFolder);
  const found: CheckResult[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.vtt')).sort()) {
    const why = await findWebVttProblem(decodeText(await readFile(join(folder, name))));
    if (why) found.push(problem(why, { file: `${transcriptsFolder}/${name}`, fix: 'correct the line' }));
  }
  return found;
}

export async function checkContent(contentDir: string, now: Date): Promise<CheckResult[]> {
  const found = contentFiles.flatMap((file) => checkFile(contentDir, file));
  const isUsable = !found.some(({ file }) => file === 'creator.json');
  const creator = isUsable ? await readCreator(contentDir) : undefined;
  if (creator) found.push(...checkCreatorFields(contentDir, creator, now), ...checkPress(creator));
  found.push(...(await checkItems(contentDir)));
  found.push(...checkLeftOut(contentDir, found), ...(await checkTranscripts(contentDir)));
  return withOkIfClean(found, contentDir);
}
