// Everything that is wrong with one of the creator's JSON files: what its schema says, and what no schema can.
import type { TSchema } from 'typebox';
import { AccessFile, Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import { checker, type SchemaProblem, unknownFieldMessage } from '#contract/validation.ts';
import { priceProblems } from '#domain/access/price-problems.ts';
import { isTimeZone } from '#domain/booking/zones.ts';
import { languageTag, invalidLanguageMessage } from '#domain/text/language-tag.ts';

type Members = Record<string, unknown>;
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const listOf = (value: unknown): Members[] => (Array.isArray(value) ? value.map(membersOf) : []);

/** What is named once: by which member of the file. */
const named = new Map<TSchema, string[]>([
  [Creator, ['themes', 'blurbs']],
  [FeedsFile, ['feeds']],
  [TimelineFile, ['entries']],
]);

function namedTwice(schema: TSchema, value: Members): SchemaProblem[] {
  return (named.get(schema) ?? []).flatMap((list) => {
    const ids = listOf(value[list]).map(({ id }) => id);
    return ids.flatMap((id, at) =>
      id !== undefined && ids.indexOf(id) < at ? [{ field: `${list}.${at}.id`, message: 'is there twice' }] : [],
    );
  });
}

function beyond(field: string, { crop }: Members): SchemaProblem[] {
  const { left, top, width, height } = membersOf(crop) as Record<string, number>;
  const sum = (one = 0, other = 0): boolean => one + other > 100;
  return [
    ...(sum(left, width) ? [{ field: `${field}.crop.width`, message: 'goes beyond the picture' }] : []),
    ...(sum(top, height) ? [{ field: `${field}.crop.height`, message: 'goes beyond the picture' }] : []),
  ];
}

const creatorProblems = ({ timeZone, portrait, banner, headshots, logos }: Members): SchemaProblem[] => [
  ...(typeof timeZone === 'string' && !isTimeZone(timeZone)
    ? [{ field: 'timeZone', message: 'is no time zone: write a name such as Europe/Berlin' }]
    : []),
  ...beyond('portrait', membersOf(portrait)),
  ...beyond('banner', membersOf(banner)),
  ...listOf(headshots).flatMap((one, at) => beyond(`headshots.${at}`, one)),
  ...listOf(logos).flatMap((one, at) => beyond(`logos.${at}`, one)),
];

const withoutSource = (feeds: Members[]): SchemaProblem[] =>
  feeds.flatMap(({ url, file }, at) =>
    url || file ? [] : [{ field: `feeds.${at}.url`, message: 'is missing, and so is file' }],
  );

const inItsWords = (problem: SchemaProblem): SchemaProblem =>
  problem.field.startsWith('prices.') && problem.message === unknownFieldMessage
    ? {
        ...problem,
        message: 'is nothing that is sold: transcribe, guest-kit, content-index, articles or article:ID',
      }
    : problem;

/** Empty for a file that can be used. */
export function findFileProblems(schema: TSchema, value: unknown): SchemaProblem[] {
  const result = checker(schema)(value);
  const members = membersOf(value);
  return [
    ...(result.ok ? [] : result.problems.map(inItsWords)),
    ...namedTwice(schema, members),
    ...(schema === FeedsFile ? withoutSource(listOf(members.feeds)) : []),
    ...(schema === Creator ? creatorProblems(members) : []),
    ...(schema === AccessFile && result.ok ? priceProblems(result.value as AccessFile) : []),
  ];
}

const languageProblem = (field: string, language: unknown): SchemaProblem[] =>
  typeof language === 'string' && !languageTag(language) ? [{ field, message: invalidLanguageMessage }] : [];

/** What a form refuses: besides, a language that is none, which a file may have without stopping builds. */
export function findFormProblems(schema: TSchema, value: unknown): SchemaProblem[] {
  const { language, feeds } = membersOf(value);
  return [
    ...findFileProblems(schema, value),
    ...(schema === Creator ? languageProblem('language', language) : []),
    ...(schema === FeedsFile
      ? listOf(feeds).flatMap((feed, at) => languageProblem(`feeds.${at}.language`, feed.language))
      : []),
  ];
}
