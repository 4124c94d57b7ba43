// Content-defined chunking: the ids of the items decide where a list is cut. An added or removed item usually changes
// only its own chunk; with chunks of equal length, every newer chunk would shift by one item.

interface HashedId {
  /** Id that ends with 8 hex digits of a hash. */
  id: string;
}

/** Returns the hash as a number. An id without a hash never begins a chunk. */
const hashNumber = ({ id }: HashedId): number => Number.parseInt(id.slice(-8), 16) || 1;

/**
 * Cuts a list, newest first, into chunks from the oldest to the newest. They contain `usual` items on average, at
 * least half and at most twice as many; the newest chunk contains the rest.
 */
export function chunkByContent<T extends HashedId>(list: T[], usual: number): T[][] {
  const minLength = usual / 2;
  const maxLength = usual * 2;
  const pieces: T[][] = [];
  let end = list.length;
  for (let at = end - 1; at >= 0; at--) {
    const length = end - at - 1;
    if (length < minLength || (length < maxLength && hashNumber(list[at]!) % minLength !== 0)) continue;
    pieces.push(list.slice(at + 1, end));
    end = at + 1;
  }
  if (end > 0) pieces.push(list.slice(0, end));
  return pieces;
}

/** Average number of items in a list file: of older items, and of the newest. */
export const chunkSizes = [2000, 250];

/** Cuts the newest chunk again into smaller chunks, because it changes with each new item. */
export function chunkNewestFiner<T extends HashedId>(list: T[], [usual, ...finer] = chunkSizes): T[][] {
  const pieces = chunkByContent(list, usual!);
  if (finer.length === 0) return pieces;
  return [...pieces.slice(0, -1), ...pieces.slice(-1).flatMap((newest) => chunkNewestFiner(newest, finer))];
}
