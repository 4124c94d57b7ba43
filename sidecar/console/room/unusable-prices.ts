// Finds prices in access.json for things that the room does not have.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { articleIdOfResource } from '#domain/access/access.ts';
import { findUnusablePrices } from '#domain/access/price-problems.ts';
import type { ConsoleDeps } from '../deps.ts';

/**
 * Returns the ids of articles for the check of prices: one live article, which shows that the room has any, those that
 * are hidden or retracted, and approved ones with a price of their own. The build also reads the files.
 */
function knownArticleIds({ desk, live }: Pick<ConsoleDeps, 'desk' | 'live'>, { prices = {} }: AccessFile): Set<string> {
  const { index, hiddenItems, facts } = live();
  const firstArticle = index.items.where(({ type }) => type === 'article', 1);
  const others = [...hiddenItems, ...(facts.retracted ?? [])].filter(({ type }) => type === 'article');
  const pricedIds = Object.keys(prices).flatMap((name) => articleIdOfResource(name) ?? []);
  const approved = pricedIds.filter(
    (id) => index.items.byId(id)?.type === 'article' || existsSync(join(desk.contentDir, 'published', `${id}.md`)),
  );
  return new Set([...[...firstArticle, ...others].map(({ id }) => id), ...approved]);
}

export const findUnusablePricesInForm = (
  deps: Pick<ConsoleDeps, 'desk' | 'live' | 'about'>,
  file: AccessFile,
): SchemaProblem[] => findUnusablePrices(file, knownArticleIds(deps, file), deps.about.transcribes);
