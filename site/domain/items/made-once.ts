// Remembers what was made of an item, as long as everything else that it is made of is the same.
import type { Room, RoomItem } from '../room.ts';

/**
 * `room.frame` is the same object while everything besides the items is the same, and an item is the same object while
 * it did not change. A room without a frame remembers nothing.
 */
export function madeOnce<R extends Pick<Room, 'frame'>, V, Rest extends unknown[]>(
  make: (room: R, item: RoomItem, ...rest: Rest) => V,
): (room: R, item: RoomItem, ...rest: Rest) => V {
  const known = new WeakMap<object, WeakMap<RoomItem, V>>();
  return (room, item, ...rest) => {
    if (!room.frame) return make(room, item, ...rest);
    let ofFrame = known.get(room.frame);
    if (!ofFrame) known.set(room.frame, (ofFrame = new WeakMap()));
    let made = ofFrame.get(item);
    if (made === undefined) ofFrame.set(item, (made = make(room, item, ...rest)));
    return made;
  };
}

/** The same for the items of a list, by its name: while they are the same in the same order. */
export function madeOnceOfList<V, I = RoomItem>(
  make: (items: I[]) => V,
): (room: Pick<Room, 'frame'>, name: string, items: I[]) => V {
  const known = new WeakMap<object, Map<string, { items: I[]; made: V }>>();
  return ({ frame }, name, items) => {
    if (!frame) return make(items);
    const ofFrame = known.get(frame) ?? new Map<string, { items: I[]; made: V }>();
    known.set(frame, ofFrame);
    const before = ofFrame.get(name);
    if (before?.items.length === items.length && before.items.every((item, i) => item === items[i])) return before.made;
    const made = make(items);
    ofFrame.set(name, { items, made });
    return made;
  };
}
