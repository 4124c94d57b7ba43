// Prices that may be live before the wallet has passed its test: those that were live before.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { articleIdOfResource, articlePriceSats, dayPass, isPaywalled, perMinute, priceSats } from './access.ts';

/** Returns true if the file sells something or takes tips. */
export const needsWallet = (access: AccessFile): boolean => isPaywalled(access) || access.tips !== undefined;

const amountFor = (access: AccessFile, name: string): number | undefined => {
  const id = articleIdOfResource(name);
  return id === undefined ? access.prices?.[name] : articlePriceSats(access, id);
};

const isLivePrice = (live: AccessFile, name: string): boolean =>
  live.enabled && (name === dayPass ? live.prices?.articles : priceSats(live, name)) !== undefined;

/**
 * Returns the prices of `file` for what had a price in `live`, because a text that was open once cannot be locked again.
 * Whatever is sold for the first time stays free.
 */
export function retainLivePrices(file: AccessFile, live: AccessFile = { enabled: false }): AccessFile {
  const { pricePerMinute, dayPassSats, tips, prices: wanted, ...others } = file;
  const names = [...new Set([...Object.keys(wanted ?? {}), ...Object.keys(live.prices ?? {})])];
  const liveAmounts = names.flatMap((name): [string, number][] => {
    const amount = amountFor(file, name);
    return amount !== undefined && isLivePrice(live, name) ? [[name, amount]] : [];
  });
  const ofTexts = liveAmounts.flatMap(([name, amount]) =>
    name === dayPass || articleIdOfResource(name) !== undefined ? [amount] : [],
  );
  const hasPass = dayPassSats !== undefined && dayPassSats >= Math.min(...ofTexts) && isLivePrice(live, dayPass);
  const byMinute = pricePerMinute !== undefined && isLivePrice(live, perMinute);
  return {
    ...others,
    enabled: file.enabled && (liveAmounts.length > 0 || byMinute),
    prices: Object.fromEntries(liveAmounts),
    ...(hasPass && { dayPassSats }),
    ...(byMinute && { pricePerMinute }),
    ...(tips && live.tips && { tips }),
  };
}
