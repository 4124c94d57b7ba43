// Model of a shared item.
import type { ItemModel } from '../item/model.ts';

export interface SharedModel extends Pick<ItemModel, 'title' | 'type' | 'preview'> {
  /** Time of expiry in milliseconds since the epoch. */
  until: number;
}
