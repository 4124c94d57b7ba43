// Problems of prices that the schema cannot find: passes that open nothing, and prices of missing articles.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { articleIdOfResource, dayPass, perMinute } from './access.ts';

/** Returns the problems of prices by which something is sold that opens nothing. @spec-gap what-a-price-means */
export const priceProblems = (access: AccessFile): SchemaProblem[] => [
  ...passProblems(access),
  ...minuteProblems(access),
];

const minuteProblems = ({ prices = {}, pricePerMinute }: AccessFile): SchemaProblem[] =>
  pricePerMinute !== undefined && prices[perMinute] !== undefined
    ? [{ field: 'pricePerMinute', message: `and prices.${perMinute} apply to the same resource. Remove one of them` }]
    : [];

function passProblems({ prices = {}, dayPassSats }: AccessFile): SchemaProblem[] {
  if (dayPassSats === undefined) return [];
  const sats = Object.entries(prices).flatMap(([name, price]) =>
    name === dayPass || articleIdOfResource(name) !== undefined ? [price] : [],
  );
  if (sats.length === 0)
    return [{ field: 'dayPassSats', message: 'opens nothing, because no article has a price. Add prices.articles' }];
  const lowest = Math.min(...sats);
  if (dayPassSats >= lowest) return [];
  const message = `opens nothing, because every article costs at least ${lowest}. Set it to ${lowest} or more, or remove it`;
  return [{ field: 'dayPassSats', message }];
}

const noArticles = 'applies to articles, but you have none. Publish an article or remove the price';
const noEngine = 'applies to transcriptions, but this room has no speech recognition. Set it up or remove the price';

/** Returns the prices of resources that the room does not have. */
export function findUnusablePrices(
  access: AccessFile,
  articles: ReadonlySet<string>,
  transcribes = true,
): SchemaProblem[] {
  const { prices = {}, pricePerMinute } = access;
  const problems = Object.keys(prices).flatMap((name): SchemaProblem[] => {
    const field = `prices.${name}`;
    const id = articleIdOfResource(name);
    if (name === dayPass && articles.size === 0) return [{ field, message: noArticles }];
    if (name === perMinute && !transcribes) return [{ field, message: noEngine }];
    if (id === undefined || articles.has(id)) return [];
    return [{ field, message: 'is the price of an unknown article. Correct its id or remove the price' }];
  });
  if (pricePerMinute !== undefined && !transcribes) problems.push({ field: 'pricePerMinute', message: noEngine });
  return problems;
}
