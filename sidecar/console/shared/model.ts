// What a private link shows of an item.
import type { ItemModel } from '../item/model.ts';

export interface SharedModel extends Pick<ItemModel, 'title' | 'type' | 'preview'> {
  /** Milliseconds. */
  until: number;
}
