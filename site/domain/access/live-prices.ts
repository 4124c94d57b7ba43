// Prices that may be live before the wallet has passed its test: those that were live before.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import {
  articleIdOfResource,
  articlePriceSats,
  dayPass,
  isPaywalled,
  opensTexts,
  perMinute,
  priceSats,
} from './access.ts';

/** Returns true if the file sells something or takes tips. */
export const needsWallet = (access: AccessFile): boolean => isPaywalled(access) || access.tips !== undefined;

const amountFor = (access: AccessFile, name: string): number | undefined => {
  const id = articleIdOfResource(name);
  return id === undefined ? access.prices?.[name] : articlePriceSats(access, id);
};

const isLivePrice = (live: AccessFile, name: string): boolean =>
  live.enabled && (name === dayPass ? live.prices?.articles : priceSats(live, name)) !== undefined;

/**
 * Returns the prices of `file` for what had a price in `live`, because a text that was open once cannot be locked
 * again. Whatever is sold for the first time stays free.
 */
export function retainLivePrices(file: AccessFile, live: AccessFile = { enabled: false }): AccessFile {
  const { pricePerMinute, dayPassSats, tips, prices: _, ...others } = file;
  const liveAmounts = findLiveAmounts(file, live);
  const hasPass = dayPassSats !== undefined && isLivePass(dayPassSats, liveAmounts, live);
  const isPricedByMinute = pricePerMinute !== undefined && isLivePrice(live, perMinute);
  return {
    ...others,
    enabled: file.enabled && (liveAmounts.length > 0 || isPricedByMinute),
    prices: Object.fromEntries(liveAmounts),
    ...(hasPass && { dayPassSats }),
    ...(isPricedByMinute && { pricePerMinute }),
    ...(tips && live.tips && { tips }),
  };
}

/** Returns true if a day pass had a price in `live` and opens at least one article. */
function isLivePass(sats: number, liveAmounts: [name: string, amount: number][], live: AccessFile): boolean {
  const textAmounts = liveAmounts.flatMap(([name, amount]) => (opensTexts(name) ? [amount] : []));
  return sats >= Math.min(...textAmounts) && isLivePrice(live, dayPass);
}

/** Returns the amounts in `file` of all resources that had a price in `live`. */
function findLiveAmounts(file: AccessFile, live: AccessFile): [name: string, amount: number][] {
  const names = new Set([...Object.keys(file.prices ?? {}), ...Object.keys(live.prices ?? {})]);
  return [...names].flatMap((name): [string, number][] => {
    const amount = amountFor(file, name);
    return amount !== undefined && isLivePrice(live, name) ? [[name, amount]] : [];
  });
}
