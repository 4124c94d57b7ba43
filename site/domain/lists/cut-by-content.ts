// Content-defined chunking: the ids of the items decide where a list is cut. An item that is added or removed usually changes only the
// piece it is in; with pieces of equal length, every newer piece would shift by one item.
import { partsOf, perPart } from './parts.ts';

interface Named {
  /** Ends with 8 hex digits of a hash. */
  id: string;
}

/** An id without a hash begins no piece. */
const numberOf = ({ id }: Named): number => Number.parseInt(id.slice(-8), 16) || 1;

const numbersIn = perPart((part: Named[]) => part.map(numberOf));

/** The result of an earlier call. A list that ends with the same parts is cut at the same places there. */
interface Known<T> {
  parts: T[][];
  pieces: T[][];
}

/** By the number of items in a piece, then by the oldest part of the list. */
const known = new Map<number, WeakMap<object, Known<Named>>>();

function knownOf(usual: number): WeakMap<object, Known<Named>> {
  if (!known.has(usual)) known.set(usual, new WeakMap());
  return known.get(usual)!;
}

/** How many items at the end of the list are in parts that the other list ends with, too. */
function sharedItems<T>(parts: T[][], before: T[][]): number {
  let count = 0;
  for (let i = 1; i <= parts.length && parts.at(-i) === before.at(-i); i++) count += parts.at(-i)!.length;
  return count;
}

/** Pieces that are followed by a newer item that both lists share, so that their ends cannot move. */
function keptPieces<T>({ parts, pieces }: Known<T>, now: T[][]): T[][] {
  let left = sharedItems(now, parts);
  return pieces.slice(
    0,
    pieces.findIndex((piece) => (left -= piece.length) < 1),
  );
}

function piecesOf<T extends Named>(list: T[], usual: number, kept: T[][]): T[][] {
  const [least, most] = [usual / 2, usual * 2];
  const pieces = [...kept];
  let end = list.length - kept.reduce((sum, { length }) => sum + length, 0);
  const numbers: number[] = [];
  for (const part of numbersIn(list)) {
    if (numbers.length >= end) break;
    // A part may be too long for push(...part).
    for (const number of part) numbers.push(number);
  }
  for (let at = end - 1; at >= 0; at--) {
    const length = end - at - 1;
    if (length < least || (length < most && numbers[at]! % least !== 0)) continue;
    pieces.push(list.slice(at + 1, end));
    end = at + 1;
  }
  if (end > 0) pieces.push(list.slice(0, end));
  return pieces;
}

/**
 * `list` is newest first. Gives pieces from the oldest to the newest, each newest first. They hold `usual` items on average, at least
 * half and at most twice as many; the newest piece holds what is left. Pieces in parts that did not change since an earlier
 * call are the same objects.
 */
export function cutByContent<T extends Named>(list: T[], usual: number): T[][] {
  const parts = partsOf(list);
  const ofUsual = knownOf(usual) as WeakMap<object, Known<T>>;
  const oldest = parts.at(-1) ?? list;
  const before = ofUsual.get(oldest);
  const pieces = piecesOf(list, usual, before ? keptPieces(before, parts) : []);
  ofUsual.set(oldest, { parts, pieces });
  return pieces;
}

/** Average numbers of items in a file that lists many: of older items, and of the newest. */
export const fileSizes = [2000, 250];

/** Cuts the newest piece of each size into pieces of the next, because the newest piece changes with each new item. */
export function cutNewestFiner<T extends Named>(list: T[], [usual, ...finer] = fileSizes): T[][] {
  const pieces = cutByContent(list, usual!);
  if (finer.length === 0) return pieces;
  return [...pieces.slice(0, -1), ...pieces.slice(-1).flatMap((newest) => cutNewestFiner(newest, finer))];
}
