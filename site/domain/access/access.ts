// Prices of resources, and the resources that a token opens.
import type { PaywallRule } from '#contract/endpoint.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { UncheckedTexts, WithheldItems } from '#contract/schemas/payment.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';

/** Resource id of the day pass, which opens every article with the same or a lower price. */
export const dayPass = 'articles';
const articlePrefix = 'article:';

/** Resource id that may have a price per minute. */
export const perMinute = 'transcribe';
/** Minutes that an offer covers if the request does not set a number. */
export const defaultMinutes = 60;

export const articleResource = (id: string): string => articlePrefix + id;

/** Returns the article id in a resource id; undefined for other resources. */
export const articleIdOfResource = (resourceId: string): string | undefined =>
  resourceId.startsWith(articlePrefix) ? resourceId.slice(articlePrefix.length) : undefined;

/** Prices of a room, with the ids of the articles that their source cuts. Nobody sells a beginning. */
type RoomPrices = AccessFile & { cutTexts?: readonly string[] };

export function withoutCutTexts(access: AccessFile, items: Pick<StoredItem, 'id' | 'access'>[]): RoomPrices {
  const cutTexts = items.filter((item) => item.access === 'source').map(({ id }) => id);
  return access.enabled && cutTexts.length > 0 ? { ...access, cutTexts } : access;
}

/** Returns the price of an article's text in satoshis; undefined if it is free. */
export const articlePriceSats = ({ enabled, prices, cutTexts = [] }: RoomPrices, id: string): number | undefined =>
  enabled && !cutTexts.includes(id) ? (prices?.[articleResource(id)] ?? prices?.articles) : undefined;

export const isArticlePriced = (access: AccessFile, id: string): boolean => articlePriceSats(access, id) !== undefined;

/** Returns the price of an item's text in satoshis. Only articles can have one. */
export const textPriceSats = (access: AccessFile, { type, id }: { type: ItemType; id: string }): number | undefined =>
  type === 'article' ? articlePriceSats(access, id) : undefined;

export const isPriced = (access: AccessFile, item: { type: ItemType; id: string }): boolean =>
  textPriceSats(access, item) !== undefined;

/** Note of programs below the beginning of a text whose rest is for subscribers of its source. */
export const teaserNote = 'This is the beginning. The rest is for subscribers of the source.';

/** Returns the number of newest items that a registered agent gets without payment. */
export const freeItems = (access: AccessFile): number => access.freeItems ?? 5;

const isSoldByMinute = (access: AccessFile, resourceId: string): boolean =>
  resourceId === perMinute && access.pricePerMinute !== undefined;

/**
 * Returns the price of a resource in satoshis; undefined if it is free or unknown. `minutes` applies to prices per
 * minute.
 */
export function priceSats(access: AccessFile, resourceId: string, minutes = defaultMinutes): number | undefined {
  if (!access.enabled) return undefined;
  if (isSoldByMinute(access, resourceId)) return access.pricePerMinute! * minutes;
  if (resourceId === dayPass) return access.dayPassSats ?? access.prices?.articles;
  if (resourceId.startsWith(articlePrefix)) return articlePriceSats(access, resourceId.slice(articlePrefix.length));
  return Object.hasOwn(access.prices ?? {}, resourceId) ? access.prices![resourceId] : undefined;
}

/** Formats an amount in the creator's currency for a locale; undefined if no currency is set. */
export function fiatText({ fiat }: AccessFile, sats: number, locale: string): string | undefined {
  if (!fiat) return undefined;
  const shape = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: fiat.currency,
    maximumSignificantDigits: 2,
  });
  return shape.format((sats * fiat.perBitcoin) / 1e8);
}

/** Returns true if anything has a price, which the capability `l402.v1` announces. */
export const isPaywalled = (access: AccessFile): boolean =>
  access.enabled &&
  (Object.keys(access.prices ?? {}).length > 0 ||
    access.dayPassSats !== undefined ||
    access.pricePerMinute !== undefined);

const articlesHavePrice = ({ prices = {} }: AccessFile): boolean =>
  Object.keys(prices).some((name) => name === dayPass || name.startsWith(articlePrefix));

export const textsHavePrice = (access: AccessFile): boolean => access.enabled && articlesHavePrice(access);

/** Returns true if the resource gives access to texts. */
export const opensTexts = (resourceId: string): boolean =>
  resourceId === dayPass || articleIdOfResource(resourceId) !== undefined;

/** Returns true if the resource of a paywall has a price; without a paywall, if anything has a price. */
export function hasPrice(access: AccessFile, paywall?: PaywallRule): boolean {
  if (!isPaywalled(access)) return false;
  if (!paywall) return true;
  const { resource } = paywall;
  return resource === 'article:{id}' ? articlesHavePrice(access) : priceSats(access, resource) !== undefined;
}

/** Returns true if the content index beyond the free slice has a price. */
export const isIndexPriced = (access: AccessFile): boolean => priceSats(access, 'content-index') !== undefined;

/** Returns true if the content index or the text of any article has a price. */
export const readingHasPrice = (access: AccessFile): boolean => isIndexPriced(access) || textsHavePrice(access);

export const freeItemCount = (access: AccessFile, total: number): number =>
  isIndexPriced(access) ? Math.min(total, freeItems(access)) : total;

/** Returns the items that are listed without payment, from a list with the newest first. */
export const freeSlice = <T>(access: AccessFile, newestFirst: T[]): T[] =>
  isIndexPriced(access) ? newestFirst.slice(0, freeItems(access)) : newestFirst;

export const offersWork = (access: AccessFile): boolean => isPaywalled(access) && access.work !== false;

/** Minimum number of words of a text from which a work task can be made. */
export const minWordsForWork = 90;

const maxTasks = 10;

/**
 * Returns the number of work tasks for a resource: one for the cheapest, more for higher prices. @spec-gap work-tasks
 */
export function workTasksFor(access: AccessFile, resourceId: string): number {
  const price = priceSats(access, resourceId) ?? 1;
  const cheapest = Math.min(price, ...Object.values(access.prices ?? {}));
  return Math.min(maxTasks, Math.ceil(Math.sqrt(price / cheapest)));
}

/** Returns the prices as JSON, to be stored with a sale. */
export const priceTerms = ({ enabled, prices, dayPassSats, pricePerMinute }: AccessFile): string =>
  JSON.stringify({ enabled, prices, dayPassSats, pricePerMinute });

/** Returns the paid minutes of a recording; undefined without a price per minute. Work pays for the default number. */
export function minutesBought(
  { pricePerMinute }: Pick<AccessFile, 'pricePerMinute'>,
  { source, amountSats }: { source: 'payment' | 'work'; amountSats: number },
): number | undefined {
  if (pricePerMinute === undefined) return undefined;
  return source === 'work' ? defaultMinutes : Math.floor(amountSats / pricePerMinute);
}

/** Returns true if a grant for one resource opens another, at current prices or at those of the sale. */
export function grantOpens(access: AccessFile, granted: string, needed: string, sold: AccessFile = access): boolean {
  if (granted === needed) return true;
  if (granted !== dayPass || !needed.startsWith(articlePrefix)) return false;
  return [access, sold].some((at) => (priceSats(at, needed) ?? 0) <= (priceSats(at, dayPass) ?? Infinity));
}

export interface PricedOffer {
  resourceId: string;
  amountSats: number;
  description: string;
  /** Maximum length of the recording that the offer covers. */
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

/** Returns offers for all resources with a price, except single articles. */
export const pricedResources = (access: AccessFile): PricedOffer[] =>
  Object.keys(offerDescriptions)
    .filter((name) => priceSats(access, name) !== undefined)
    .map((name) => createOffer(access, name));

/** Describes the items that a response omits because of their price. */
export const summarizeWithheld = (access: AccessFile, count: number): WithheldItems =>
  count > 0 ? { withheld: { count, reason: 'l402_required', offers: [createOffer(access, 'content-index')] } } : {};

/** Describes the texts with a price that were not compared, with the offer that opens them all. */
export const summarizeUnchecked = (access: AccessFile, uncheckedTexts: number): UncheckedTexts => ({
  ...(uncheckedTexts > 0 && { uncheckedTexts }),
  ...(uncheckedTexts > 0 && priceSats(access, dayPass) !== undefined && { offers: [createOffer(access, dayPass)] }),
});

/** Describes the omitted items and texts in a sentence; empty if nothing was omitted. */
export function withheldSentence({
  withheld,
  uncheckedTexts = 0,
  offers = [],
}: WithheldItems & UncheckedTexts): string {
  const hiddenNote = withheld && `${withheld.count} more are listed only for those who pay`;
  const unread = uncheckedTexts > 0 && `${uncheckedTexts} texts with a price were not looked into`;
  const parts = [hiddenNote, unread].filter(Boolean).join('; ');
  const prices = [...(withheld?.offers ?? []), ...offers]
    .map(({ resourceId, amountSats }) => `${resourceId}, ${amountSats} sats`)
    .join('; ');
  return parts && `${parts}${prices && ` (${prices})`}.`;
}

/** Returns the offers for a resource: the resource alone, and the day pass if it opens the resource. */
export function listOffers(access: AccessFile, resourceId: string, minutes?: number): PricedOffer[] {
  const passes =
    resourceId !== dayPass && priceSats(access, dayPass) !== undefined && grantOpens(access, dayPass, resourceId);
  return [resourceId, ...(passes ? [dayPass] : [])].map((one) => createOffer(access, one, minutes));
}
