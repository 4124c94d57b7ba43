// Texts that have a price, for who holds a pass: they lie in an index of their own.
import { articleResource, isPriced } from '#domain/access/access.ts';
import type { Release } from './release.ts';
import type { ItemHead } from './stored-items.ts';
import type { TextIndex } from './text-index.ts';

/** Access that was paid for: opens texts that have a price. */
export interface Pass {
  /** Unique; part of the validators of every answer that is given with it. */
  id: string;
  opens: (resourceId: string) => boolean;
}

/** Returns true if the text has a price and the pass opens it. */
export const isOpenedByPass = ({ facts }: Release, pass: Pass | undefined, item: ItemHead): boolean =>
  pass !== undefined && isPriced(facts.access, item) && pass.opens(articleResource(item.id));

/** The index that has what the request may read of an item. */
export const selectTextIndex = (release: Release, pass: Pass | undefined, position: number): TextIndex =>
  (isOpenedByPass(release, pass, release.index.items.head(position)) && release.pricedTexts) || release.texts;
