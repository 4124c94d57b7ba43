// What the creator put a price on.
import type { AccessFile } from '#contract/schemas/content-files.ts';

/** Price in satoshis of an article's text; undefined where it is free. */
export const articlePriceSats = (access: AccessFile, id: string): number | undefined =>
  access.enabled ? (access.prices?.[`article:${id}`] ?? access.prices?.articles) : undefined;

export const isGated = (access: AccessFile, id: string): boolean => articlePriceSats(access, id) !== undefined;

/** Newest items that a registered agent gets without paying. */
export const freeItems = (access: AccessFile): number => access.freeItems ?? 5;
