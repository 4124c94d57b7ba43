// Finds problems of the creator's JSON files: those of the schema and those that no schema can express.
import type { TSchema } from 'typebox';
import { AccessFile, Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import { checker, type SchemaProblem, unknownFieldMessage } from '#contract/validation.ts';
import { priceProblems } from '#domain/access/price-problems.ts';
import { isTimeZone } from '#domain/booking/zones.ts';
import { languageTag, invalidLanguageMessage } from '#domain/text/language-tag.ts';

type Members = Record<string, unknown>;
const asObject = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const asObjects = (value: unknown): Members[] => (Array.isArray(value) ? value.map(asObject) : []);

/** Lists whose elements need unique ids. */
const listsWithIds = new Map<TSchema, string[]>([
  [Creator, ['themes', 'blurbs']],
  [FeedsFile, ['feeds']],
  [TimelineFile, ['entries']],
]);

function findDuplicateIds(schema: TSchema, value: Members): SchemaProblem[] {
  return (listsWithIds.get(schema) ?? []).flatMap((list) => {
    const ids = asObjects(value[list]).map(({ id }) => id);
    return ids.flatMap((id, at) =>
      id !== undefined && ids.indexOf(id) < at ? [{ field: `${list}.${at}.id`, message: 'is used twice' }] : [],
    );
  });
}

function findCropProblems(field: string, { crop }: Members): SchemaProblem[] {
  const { left, top, width, height } = asObject(crop) as Record<string, number>;
  const exceeds = (one = 0, other = 0): boolean => one + other > 100;
  return [
    ...(exceeds(left, width) ? [{ field: `${field}.crop.width`, message: 'extends beyond the picture' }] : []),
    ...(exceeds(top, height) ? [{ field: `${field}.crop.height`, message: 'extends beyond the picture' }] : []),
  ];
}

const findCreatorProblems = ({ timeZone, portrait, banner, headshots, logos, members }: Members): SchemaProblem[] => [
  ...(typeof timeZone === 'string' && !isTimeZone(timeZone)
    ? [{ field: 'timeZone', message: 'is not a time zone. Use a name such as Europe/Berlin' }]
    : []),
  ...findCropProblems('portrait', asObject(portrait)),
  ...findCropProblems('banner', asObject(banner)),
  ...asObjects(headshots).flatMap((one, at) => findCropProblems(`headshots.${at}`, one)),
  ...asObjects(logos).flatMap((one, at) => findCropProblems(`logos.${at}`, one)),
  ...asObjects(members).flatMap((one, at) => findCropProblems(`members.${at}.portrait`, asObject(one['portrait']))),
];

const findFeedsWithoutSource = (feeds: Members[]): SchemaProblem[] =>
  feeds.flatMap(({ url, file }, at) =>
    url || file ? [] : [{ field: `feeds.${at}.url`, message: 'is missing, and so is file' }],
  );

const explainPriceProblem = (problem: SchemaProblem): SchemaProblem =>
  problem.field.startsWith('prices.') && problem.message === unknownFieldMessage
    ? {
        ...problem,
        message: 'is not for sale. Use transcribe, guest-kit, content-index, articles or article:ID',
      }
    : problem;

/** Returns the problems of a file; empty for a valid one. */
export function findFileProblems(schema: TSchema, value: unknown): SchemaProblem[] {
  const result = checker(schema)(value);
  const members = asObject(value);
  return [
    ...(result.ok ? [] : result.problems.map(explainPriceProblem)),
    ...findDuplicateIds(schema, members),
    ...(schema === FeedsFile ? findFeedsWithoutSource(asObjects(members.feeds)) : []),
    ...(schema === Creator ? findCreatorProblems(members) : []),
    ...(schema === AccessFile && result.ok ? priceProblems(result.value as AccessFile) : []),
  ];
}

const findLanguageProblem = (field: string, language: unknown): SchemaProblem[] =>
  typeof language === 'string' && !languageTag(language) ? [{ field, message: invalidLanguageMessage }] : [];

/** Returns the problems of a form: those of a file, and unknown languages, which do not stop builds. */
export function findFormProblems(schema: TSchema, value: unknown): SchemaProblem[] {
  const { language, feeds } = asObject(value);
  return [
    ...findFileProblems(schema, value),
    ...(schema === Creator ? findLanguageProblem('language', language) : []),
    ...(schema === FeedsFile
      ? asObjects(feeds).flatMap((feed, at) => findLanguageProblem(`feeds.${at}.language`, feed.language))
      : []),
  ];
}
