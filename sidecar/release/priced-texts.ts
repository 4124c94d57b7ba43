// Selects the text index for a client: texts with a price have their own index, which is for clients with a pass.
import { articleResource, isPriced } from '#domain/access/access.ts';
import type { Release } from './release.ts';
import type { ItemHead } from './stored-items.ts';
import type { TextIndex } from './text-index.ts';

/** Paid access, which opens texts that have a price. */
export interface Pass {
  /** Unique id, which is part of the validators of every answer to this client. */
  id: string;
  opens: (resourceId: string) => boolean;
}

/** Returns true if the text has a price and the pass opens it. */
export const isOpenedByPass = ({ facts }: Release, pass: Pass | undefined, item: ItemHead): boolean =>
  pass !== undefined && isPriced(facts.access, item) && pass.opens(articleResource(item.id));

/** Returns the index with the texts that the client may read of an item. */
export const selectTextIndex = (release: Release, pass: Pass | undefined, position: number): TextIndex =>
  (isOpenedByPass(release, pass, release.index.items.head(position)) && release.pricedTexts) || release.texts;
