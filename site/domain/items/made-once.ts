// Remembers what was made of a room, of an item or of a list, as long as everything that it is made of is the same.
import { isSameList, oncePer, oneByOne } from '../lists/parts.ts';
import type { Room, RoomItem } from '../room.ts';

/** What many ask of the same room. */
export const oncePerRoom = <V>(make: (room: Room) => V): ((room: Room) => V) => oncePer(make);

/** What is kept for a frame: one after the other asks for the same. */
export function perFrame<M>(open: () => M): (frame: object) => M {
  const known = new WeakMap<object, M>();
  let last: { frame: object; ofFrame: M } | undefined;
  return (frame) => {
    if (last?.frame === frame) return last.ofFrame;
    const ofFrame = known.get(frame) ?? open();
    known.set(frame, ofFrame);
    last = { frame, ofFrame };
    return ofFrame;
  };
}

/**
 * `room.frame` is the same object while everything besides the items is the same, and an item is the same object while
 * it did not change. A room without a frame remembers nothing.
 */
export function madeOnce<R extends Pick<Room, 'frame'>, V, Rest extends unknown[]>(
  make: (room: R, item: RoomItem, ...rest: Rest) => V,
): (room: R, item: RoomItem, ...rest: Rest) => V {
  const known = perFrame(() => new WeakMap<RoomItem, V>());
  return (room, item, ...rest) => {
    if (!room.frame) return make(room, item, ...rest);
    const ofFrame = known(room.frame);
    let made = ofFrame.get(item);
    if (made === undefined) ofFrame.set(item, (made = make(room, item, ...rest)));
    return made;
  };
}

/** The same for each item of a list. */
export function eachOnce<R extends Pick<Room, 'frame'>, V>(
  make: (room: R, item: RoomItem) => V,
): (room: R, items: RoomItem[]) => V[] {
  const all = perFrame(() => oneByOne((item: RoomItem, room: R) => make(room, item)));
  return (room, items) => (room.frame ? all(room.frame)(items, room) : items.map((item) => make(room, item)));
}

/** The same for the items of a list, by its name: while they are the same in the same order. */
export function madeOnceOfList<V, I = RoomItem, R extends Pick<Room, 'frame'> = Pick<Room, 'frame'>>(
  make: (items: I[], room: R) => V,
): (room: R, name: string, items: I[]) => V {
  const known = perFrame(() => new Map<string, { items: I[]; made: V }>());
  return (room, name, items) => {
    if (!room.frame) return make(items, room);
    const ofFrame = known(room.frame);
    const before = ofFrame.get(name);
    if (before && isSameList(before.items, items)) {
      // Next time the two are most likely one object.
      before.items = items;
      return before.made;
    }
    const made = make(items, room);
    ofFrame.set(name, { items, made });
    return made;
  };
}
