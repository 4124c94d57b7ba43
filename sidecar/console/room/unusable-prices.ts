// Finds prices in access.json for things that the room does not have.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { articleIdOfResource } from '#domain/access/access.ts';
import { findUnusablePrices } from '#domain/access/price-problems.ts';
import type { ConsoleDeps } from '../deps.ts';

/** Returns the ids of live and approved articles. The build also reads the files. */
function knownArticleIds({ desk, live }: Pick<ConsoleDeps, 'desk' | 'live'>, { prices = {} }: AccessFile): Set<string> {
  const { index, hiddenItems, facts } = live();
  const current = index.items.where(({ type }) => type === 'article', 1);
  const others = [...hiddenItems, ...(facts.retracted ?? [])].filter(({ type }) => type === 'article');
  const pricedIds = Object.keys(prices).flatMap((name) => articleIdOfResource(name) ?? []);
  const approved = pricedIds.filter(
    (id) => index.items.byId(id)?.type === 'article' || existsSync(join(desk.contentDir, 'published', `${id}.md`)),
  );
  return new Set([...[...current, ...others].map(({ id }) => id), ...approved]);
}

export const findUnusablePricesInForm = (
  deps: Pick<ConsoleDeps, 'desk' | 'live' | 'about'>,
  file: AccessFile,
): SchemaProblem[] => findUnusablePrices(file, knownArticleIds(deps, file), deps.about.transcribes);
