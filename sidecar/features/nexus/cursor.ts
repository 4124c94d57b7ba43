// Opaque places in a list that is sorted by a key and then by id: they stay right while entries come and go.
import { isKeepable } from './plain-line.ts';

/** The last entry of a page. */
export interface Place {
  key: string | number;
  tenantId: string;
}

export type Order = 'updatedDesc' | 'nameAsc';

/** The order stands in it, so that a place of one list is not taken for one of another. */
export const formatPlace = (order: Order, { key, tenantId }: Place): string =>
  Buffer.from(JSON.stringify([order, key, tenantId])).toString('base64url');

const isText = (value: unknown): value is string => typeof value === 'string' && isKeepable(value);

export function parsePlace(order: Order, cursor: string): Place | undefined {
  try {
    const [of, key, tenantId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const fits = order === 'nameAsc' ? isText(key) : Number.isSafeInteger(key);
    return of === order && fits && isText(tenantId) ? { key: key as string, tenantId } : undefined;
  } catch {
    return undefined;
  }
}
