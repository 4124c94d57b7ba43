// Prices that may be live before the wallet has answered: those that were live already.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { articleIdOfResource, articlePriceSats, dayPass, isPaywalled, perMinute, priceSats } from './access.ts';

/** Returns true if the file sells something or takes tips. */
export const needsWallet = (access: AccessFile): boolean => isPaywalled(access) || access.tips !== undefined;

const amountIn = (access: AccessFile, name: string): number | undefined => {
  const id = articleIdOfResource(name);
  return id === undefined ? access.prices?.[name] : articlePriceSats(access, id);
};

const isIn = (live: AccessFile, name: string): boolean =>
  live.enabled && (name === dayPass ? live.prices?.articles : priceSats(live, name)) !== undefined;

/**
 * Returns the prices of `file` for what had a price in `live`, because a text that was open once cannot be locked again.
 * Whatever is sold for the first time stays free.
 */
export function retainLivePrices(file: AccessFile, live: AccessFile = { enabled: false }): AccessFile {
  const { pricePerMinute, dayPassSats, tips, prices: wanted, ...others } = file;
  const names = [...new Set([...Object.keys(wanted ?? {}), ...Object.keys(live.prices ?? {})])];
  const kept = names.flatMap((name): [string, number][] => {
    const amount = amountIn(file, name);
    return amount !== undefined && isIn(live, name) ? [[name, amount]] : [];
  });
  const ofTexts = kept.flatMap(([name, amount]) =>
    name === dayPass || articleIdOfResource(name) !== undefined ? [amount] : [],
  );
  const hasPass = dayPassSats !== undefined && dayPassSats >= Math.min(...ofTexts) && isIn(live, dayPass);
  const byMinute = pricePerMinute !== undefined && isIn(live, perMinute);
  return {
    ...others,
    enabled: file.enabled && (kept.length > 0 || byMinute),
    prices: Object.fromEntries(kept),
    ...(hasPass && { dayPassSats }),
    ...(byMinute && { pricePerMinute }),
    ...(tips && live.tips && { tips }),
  };
}
