// What the creator put a price on.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/schemas/stored-item.ts';

/** Price in satoshis of an article's text; undefined where it is free. */
export const articlePriceSats = (access: AccessFile, id: string): number | undefined =>
  access.enabled ? (access.prices?.[`article:${id}`] ?? access.prices?.articles) : undefined;

export const isGated = (access: AccessFile, id: string): boolean => articlePriceSats(access, id) !== undefined;

/** Whether the item's own text has a price; other types have none. */
export const isPriced = (access: AccessFile, item: { type: ItemType; id: string }): boolean =>
  item.type === 'article' && isGated(access, item.id);

/** Newest items that a registered agent gets without paying. */
export const freeItems = (access: AccessFile): number => access.freeItems ?? 5;
