// Content-defined chunking: the ids of the items decide where a list is cut. An item that is added or removed usually changes only the
// piece it is in; with pieces of equal length, every newer piece would shift by one item.

interface HashedId {
  /** Ends with 8 hex digits of a hash. */
  id: string;
}

/** An id without a hash begins no piece. */
const hashNumber = ({ id }: HashedId): number => Number.parseInt(id.slice(-8), 16) || 1;

/**
 * `list` is newest first. Returns pieces from the oldest to the newest, each newest first. They hold `usual` items on average, at
 * least half and at most twice as many; the newest piece holds what is left.
 */
export function chunkByContent<T extends HashedId>(list: T[], usual: number): T[][] {
  const [least, most] = [usual / 2, usual * 2];
  const pieces: T[][] = [];
  let end = list.length;
  for (let at = end - 1; at >= 0; at--) {
    const length = end - at - 1;
    if (length < least || (length < most && hashNumber(list[at]!) % least !== 0)) continue;
    pieces.push(list.slice(at + 1, end));
    end = at + 1;
  }
  if (end > 0) pieces.push(list.slice(0, end));
  return pieces;
}

/** Average numbers of items in a file that lists many: of older items, and of the newest. */
export const chunkSizes = [2000, 250];

/** Cuts the newest piece of each size into pieces of the next, because the newest piece changes with each new item. */
export function chunkNewestFiner<T extends HashedId>(list: T[], [usual, ...finer] = chunkSizes): T[][] {
  const pieces = chunkByContent(list, usual!);
  if (finer.length === 0) return pieces;
  return [...pieces.slice(0, -1), ...pieces.slice(-1).flatMap((newest) => chunkNewestFiner(newest, finer))];
}
