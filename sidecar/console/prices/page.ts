// The policy of access: what access.json says, what of it is live, and what each thing costs.
import { AccessFile } from '#contract/schemas/content-files.ts';
import { articlePriceSats, freeItems, offersWork, pricedResources } from '#domain/access/access.ts';
import { accessInWords } from './access-words.ts';
import type { PricesModel } from './model.ts';
import type { Release } from '../../release/release.ts';
import { readContentFile } from '../content/content-file.ts';
import type { Page } from '../page.ts';

/** Whatever has a price of its own, also where it has no page any more. */
function articlesOf({ facts: { access }, index, hiddenItems }: Release): PricesModel['articles'] {
  const titles = new Map([...index.items, ...hiddenItems].map(({ id, title }) => [id, title]));
  return Object.keys(access.prices ?? {})
    .flatMap((name) => /^article:(.+)$/.exec(name)?.[1] ?? [])
    .map((id) => ({ id, title: titles.get(id) ?? id, amountSats: articlePriceSats(access, id) ?? 0 }));
}

export const pricesPage: Page<PricesModel> = async ({ desk, live }, { say }) => {
  const { access } = live().facts;
  const { value, problems } = await readContentFile(desk, 'access.json', AccessFile);
  return {
    ...(value !== undefined && { written: JSON.stringify(value, null, 2) }),
    problems,
    says: accessInWords(access, say),
    offers: pricedResources(access),
    articles: access.enabled ? articlesOf(live()) : [],
    isEnabled: access.enabled,
    takesWork: offersWork(access),
    freeItems: freeItems(access),
  };
};
