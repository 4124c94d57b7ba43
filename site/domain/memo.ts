// Results that are computed once for each object. An object that is passed never changes.
import type { Room, RoomItem } from './room.ts';

/** Calls `make` once for each object. */
export function oncePer<T extends object, V>(make: (one: T) => V): (one: T) => V {
  const made = new WeakMap<T, { value: V }>();
  return (one) => {
    let found = made.get(one);
    if (!found) made.set(one, (found = { value: make(one) }));
    return found.value;
  };
}

export const oncePerRoom = <V>(make: (room: Room) => V): ((room: Room) => V) => oncePer(make);

/** Calls `make` once for each item of a room. */
export function oncePerItem<V, Rest extends unknown[]>(
  make: (room: Room, item: RoomItem, ...rest: Rest) => V,
): (room: Room, item: RoomItem, ...rest: Rest) => V {
  const made = oncePerRoom(() => new Map<RoomItem, V>());
  return (room, item, ...rest) => {
    const known = made(room);
    let value = known.get(item);
    if (value === undefined) known.set(item, (value = make(room, item, ...rest)));
    return value;
  };
}
