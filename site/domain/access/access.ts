// What the creator put a price on, and which token opens what.
import type { PaywallRule } from '#contract/endpoint.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { WithheldSummary } from '#contract/schemas/payment.ts';
import type { ItemType } from '#contract/content-types.ts';

/** The day pass: every article whose own price is not higher. */
export const dayPass = 'articles';
const articlePrefix = 'article:';

/** The resource that may be sold by the minute. */
export const perMinute = 'transcribe';
/** Minutes that an offer covers where the request does not say how many. */
export const defaultMinutes = 60;

export const articleResource = (id: string): string => articlePrefix + id;

/** Undefined for what is no single article. */
export const articleIdOfResource = (resourceId: string): string | undefined =>
  resourceId.startsWith(articlePrefix) ? resourceId.slice(articlePrefix.length) : undefined;

/** Price in satoshis of an article's text; undefined where it is free. */
export const articlePriceSats = (access: AccessFile, id: string): number | undefined =>
  access.enabled ? (access.prices?.[articleResource(id)] ?? access.prices?.articles) : undefined;

export const isArticlePriced = (access: AccessFile, id: string): boolean => articlePriceSats(access, id) !== undefined;

/** Price in satoshis of the item's own text; only articles can have one. */
export const textPriceSats = (access: AccessFile, { type, id }: { type: ItemType; id: string }): number | undefined =>
  type === 'article' ? articlePriceSats(access, id) : undefined;

export const isPriced = (access: AccessFile, item: { type: ItemType; id: string }): boolean =>
  textPriceSats(access, item) !== undefined;

/** Newest items that a registered agent gets without paying. */
export const freeItems = (access: AccessFile): number => access.freeItems ?? 5;

const isSoldByMinute = (access: AccessFile, resourceId: string): boolean =>
  resourceId === perMinute && access.pricePerMinute !== undefined;

/** Price in satoshis of a resource; undefined where it is free or unknown. `minutes` counts where a minute has a price. */
export function priceSats(access: AccessFile, resourceId: string, minutes = defaultMinutes): number | undefined {
  if (!access.enabled) return undefined;
  if (isSoldByMinute(access, resourceId)) return access.pricePerMinute! * minutes;
  if (resourceId === dayPass) return access.dayPassSats ?? access.prices?.articles;
  if (resourceId.startsWith(articlePrefix)) return articlePriceSats(access, resourceId.slice(articlePrefix.length));
  return Object.hasOwn(access.prices ?? {}, resourceId) ? access.prices![resourceId] : undefined;
}

/** What satoshis are in the creator's currency, as people of the language write it; undefined where none is set. */
export function fiatText({ fiat }: AccessFile, sats: number, locale: string): string | undefined {
  if (!fiat) return undefined;
  const shape = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: fiat.currency,
    maximumSignificantDigits: 2,
  });
  return shape.format((sats * fiat.perBitcoin) / 1e8);
}

/** Whether anything has a price: what capability `l402.v1` stands for. */
export const isPaywalled = (access: AccessFile): boolean =>
  access.enabled &&
  (Object.keys(access.prices ?? {}).length > 0 ||
    access.dayPassSats !== undefined ||
    access.pricePerMinute !== undefined);

const articlesHavePrice = ({ prices = {} }: AccessFile): boolean =>
  Object.keys(prices).some((name) => name === dayPass || name.startsWith(articlePrefix));

/** Whether the text of any article has a price. */
export const textsHavePrice = (access: AccessFile): boolean => access.enabled && articlesHavePrice(access);

/** Whether it is sold to read texts. */
export const opensTexts = (resourceId: string): boolean =>
  resourceId === dayPass || articleIdOfResource(resourceId) !== undefined;

/** Whether anything behind a paywall has a price here; without a paywall, whether anything at all has. */
export function hasPrice(access: AccessFile, paywall?: PaywallRule): boolean {
  if (!isPaywalled(access)) return false;
  if (!paywall) return true;
  const { resource } = paywall;
  return resource === 'article:{id}' ? articlesHavePrice(access) : priceSats(access, resource) !== undefined;
}

/** Whether what is listed beyond the free slice has a price. */
export const isIndexPriced = (access: AccessFile): boolean => priceSats(access, 'content-index') !== undefined;

/** How many of the newest are listed for those who did not pay. */
export const freeItemCount = (access: AccessFile, total: number): number =>
  isIndexPriced(access) ? Math.min(total, freeItems(access)) : total;

/** Of everything newest first, what is shown to those who did not pay. */
export const freeSlice = <T>(access: AccessFile, newestFirst: T[]): T[] =>
  isIndexPriced(access) ? newestFirst.slice(0, freeItems(access)) : newestFirst;

export const offersWork = (access: AccessFile): boolean => isPaywalled(access) && access.work !== false;

/** A text with fewer words gives no task that is worth a token. */
export const minWordsForWork = 90;

const mostTasks = 10;

/** Work tasks that a resource takes at its price: one for the cheapest, more for what costs more. @spec-gap work-tasks */
export function workTasksFor(access: AccessFile, resourceId: string): number {
  const price = priceSats(access, resourceId) ?? 1;
  const cheapest = Math.min(price, ...Object.values(access.prices ?? {}));
  return Math.min(mostTasks, Math.ceil(Math.sqrt(price / cheapest)));
}

/** What a price was when something was sold, as JSON. */
export const priceTerms = ({ enabled, prices, dayPassSats, pricePerMinute }: AccessFile): string =>
  JSON.stringify({ enabled, prices, dayPassSats, pricePerMinute });

/** How long a recording may be for what was paid; undefined where minutes have no price. Work is given the usual ones. */
export function minutesBought(
  { pricePerMinute }: Pick<AccessFile, 'pricePerMinute'>,
  { source, amountSats }: { source: 'payment' | 'work'; amountSats: number },
): number | undefined {
  if (pricePerMinute === undefined) return undefined;
  return source === 'work' ? defaultMinutes : Math.floor(amountSats / pricePerMinute);
}

/** Whether a grant of one resource opens another, at today's prices or at those of the day when it was sold. */
export function grantOpens(access: AccessFile, granted: string, needed: string, sold: AccessFile = access): boolean {
  if (granted === needed) return true;
  if (granted !== dayPass || !needed.startsWith(articlePrefix)) return false;
  return [access, sold].some((at) => (priceSats(at, needed) ?? 0) <= (priceSats(at, dayPass) ?? Infinity));
}

export interface PricedOffer {
  resourceId: string;
  amountSats: number;
  description: string;
  /** The longest recording that it pays for. */
  maxMinutes?: number;
}

const offerDescriptions: Record<string, string> = {
  transcribe: 'One recording of at most 3 hours, which may be asked for again for 24 hours.',
  'guest-kit': 'One guest kit, which may be asked for again for 24 hours.',
  'content-index': 'The content index beyond the free slice, for 24 hours.',
  [dayPass]: 'The texts of the articles, for 24 hours.',
};

function createOffer(access: AccessFile, resourceId: string, minutes = defaultMinutes): PricedOffer {
  const amountSats = priceSats(access, resourceId, minutes)!;
  if (!isSoldByMinute(access, resourceId))
    return {
      resourceId,
      amountSats,
      description: offerDescriptions[resourceId] ?? 'The text of this article, for 24 hours.',
    };
  const description =
    `One recording of at most ${minutes} minutes at ${access.pricePerMinute} sats a minute, which may be asked for again ` +
    'for 24 hours. maxMinutes of the request changes the limit; a longer recording is refused and costs nothing.';
  return { resourceId, amountSats, description, maxMinutes: minutes };
}

/** Everything that has a price, save single articles. */
export const pricedResources = (access: AccessFile): PricedOffer[] =>
  Object.keys(offerDescriptions)
    .filter((name) => priceSats(access, name) !== undefined)
    .map((name) => createOffer(access, name));

/** What a price keeps back of an answer: items that are not listed, and texts that were not looked into. */
export function summarizeWithheld(access: AccessFile, hiddenItems: number, uncheckedTexts: number): WithheldSummary {
  const offered = [...(hiddenItems > 0 ? ['content-index'] : []), ...(uncheckedTexts > 0 ? [dayPass] : [])];
  const offers = offered.filter((id) => priceSats(access, id) !== undefined).map((id) => createOffer(access, id));
  return {
    ...(hiddenItems > 0 && { hiddenItems }),
    ...(uncheckedTexts > 0 && { uncheckedTexts }),
    ...(offers.length > 0 && { offers }),
  };
}

/** The same as a sentence, for answers that are text; empty where nothing is kept back. */
export function withheldSentence({ hiddenItems = 0, uncheckedTexts = 0, offers = [] }: WithheldSummary): string {
  const hidden = hiddenItems > 0 && `${hiddenItems} more are listed only for those who pay`;
  const unread = uncheckedTexts > 0 && `${uncheckedTexts} texts with a price were not looked into`;
  const said = [hidden, unread].filter(Boolean).join('; ');
  const prices = offers.map(({ resourceId, amountSats }) => `${resourceId}, ${amountSats} sats`).join('; ');
  return said && `${said}${prices && ` (${prices})`}.`;
}

/** What a client may buy to get a resource: it alone, and the day pass where that opens it. */
export function listOffers(access: AccessFile, resourceId: string, minutes?: number): PricedOffer[] {
  const passes =
    resourceId !== dayPass && priceSats(access, dayPass) !== undefined && grantOpens(access, dayPass, resourceId);
  return [resourceId, ...(passes ? [dayPass] : [])].map((one) => createOffer(access, one, minutes));
}
