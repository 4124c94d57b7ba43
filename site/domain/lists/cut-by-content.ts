// Content-defined chunking: the ids of the items decide where a list is cut. An item that is added or removed usually changes only the
// piece it is in; with pieces of equal length, every newer piece would shift by one item.
import { perPart } from './parts.ts';

interface Named {
  /** Ends with 8 hex digits of a hash. */
  id: string;
}

/** An id without a hash begins no piece. */
const numberOf = ({ id }: Named): number => Number.parseInt(id.slice(-8), 16) || 1;

const numbersIn = perPart((part: Named[]) => part.map(numberOf));

export interface Pieces<T> {
  /** What came after the last whole piece, newest first. Empty only for an empty list. */
  newest: T[];
  /** Whole pieces from the oldest, each newest first. */
  whole: T[][];
}

/** `list` is newest first. Whole pieces hold `usual` on average, at least half and at most twice as many. */
export function cutByContent<T extends Named>(list: T[], usual: number): Pieces<T> {
  const [least, most] = [usual / 2, usual * 2];
  const numbers = numbersIn(list).flat();
  const whole: T[][] = [];
  let end = list.length;
  for (let at = end - 1; at >= 0; at--) {
    const length = end - at - 1;
    if (length < least || (length < most && numbers[at]! % least !== 0)) continue;
    whole.push(list.slice(at + 1, end));
    end = at + 1;
  }
  return { newest: list.slice(0, end), whole };
}
