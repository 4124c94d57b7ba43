// Determines from dates, length, source and clock if an item is planned, live, ended or published.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '../ids.ts';
import { dayMs, hourMs } from '../instants.ts';
import { memoizeByObject, memoizeLast } from '../memoize.ts';
import type { RoomItem } from '../room.ts';

export type ItemPhase = 'planned' | 'live' | 'ended' | 'published';

/** Maximum time for which a stream without a known end counts as live. */
const longestLiveMs = 12 * hourMs;

type Times = Pick<StoredItem, 'type' | 'kind' | 'startsAt' | 'endsAt' | 'endDate' | 'durationSeconds' | 'status'> &
  Pick<RoomItem, 'date'>;

interface PhaseUntil {
  phase: ItemPhase;
  /** Milliseconds since the epoch at which the phase changes; Infinity if it does not change. */
  until: number;
}

/** Returns the phase of an item. A known end overrides the status in the source. @spec-gap planned */
export function phaseAt(item: Times, now: number): PhaseUntil {
  const { type, date, startsAt = date } = item;
  const start = Math.max(Date.parse(date), type === 'stream' ? Date.parse(startsAt) : 0);
  if (start > now) return { phase: 'planned', until: start };
  if (type === 'timeline') return happeningPhase(item, now);
  if (type !== 'stream') return { phase: 'published', until: Infinity };
  const end = streamEnd(item);
  return runsUntilEnd(item) && end > now ? { phase: 'live', until: end } : { phase: 'ended', until: Infinity };
}

/** Returns true for a stream that its source calls live or upcoming, or of which it states only the end. */
const runsUntilEnd = ({ status, endsAt }: Times): boolean =>
  status === undefined ? endsAt !== undefined : status === 'live' || status === 'upcoming';

/** Returns the phase of a timeline entry that has begun. Only events end. */
function happeningPhase({ kind, date, startsAt, endsAt, endDate }: Times, now: number): PhaseUntil {
  if (kind !== 'event' && startsAt === undefined) return { phase: 'published', until: Infinity };
  const lastDay = Date.parse(`${(endDate ?? startsAt ?? date).slice(0, 10)}T00:00:00Z`);
  const end = endsAt ? Date.parse(endsAt) : lastDay + dayMs;
  return end > now ? { phase: 'published', until: end } : { phase: 'ended', until: Infinity };
}

/** Returns the end of a stream: the stated one, else by its length or the longest time. */
function streamEnd({ date, startsAt = date, endsAt, durationSeconds }: Times): number {
  if (endsAt) return Date.parse(endsAt);
  return Date.parse(startsAt) + (durationSeconds ? durationSeconds * 1000 : longestLiveMs);
}

const streamStatuses = { planned: 'upcoming', live: 'live', ended: 'ended', published: undefined } as const;
const eventStatuses = { planned: undefined, live: undefined, ended: 'past', published: undefined } as const;

/** Returns the status of a stream or event. A cancelled event stays cancelled. */
function statusIn({ type, status }: RoomItem, phase: ItemPhase): RoomItem['status'] {
  if (type === 'stream') return streamStatuses[phase];
  return type === 'timeline' && status !== 'cancelled' ? eventStatuses[phase] : undefined;
}

/** Returns the day (YYYY-MM-DD) of an item that is planned for more than a day ahead, which may be a mistake. */
export function plannedDay(
  { date, ...times }: Omit<Times, 'date'> & { date?: string },
  now: number,
): string | undefined {
  if (date === undefined) return undefined;
  const item = { ...times, date };
  const { phase: standing, until } = phaseAt(item, now);
  if (standing !== 'planned' || until <= now + dayMs) return undefined;
  return (Date.parse(item.date) === until ? item.date : item.startsAt!).slice(0, 10);
}

/** Sets the status of an item. Returns the same object if nothing changes, also in later builds. */
const withPhase = memoizeLast((item: RoomItem, standing: ItemPhase): RoomItem => {
  const status = statusIn(item, standing);
  const isPlanned = standing === 'planned';
  if (!isPlanned && (status === undefined || status === item.status)) return item;
  // Outputs of the item are rendered again when it becomes current.
  const hash = sha256(`${item.hash} ${standing}`);
  return { ...item, ...(status && { status }), ...(isPlanned && { isPlanned }), hash };
});

interface ItemsUntil {
  items: RoomItem[];
  /**
   * Milliseconds since the epoch at which the next item becomes current or the next stream ends; Infinity if there is
   * none.
   */
  until: number;
}

/** Sets the status of all items at a time in milliseconds since the epoch. */
export function withPhases(items: RoomItem[], now: number): ItemsUntil {
  const stands = items.map((item) => phaseAt(item, now));
  return {
    items: items.map((item, at) => withPhase(stands[at]!.phase, item, stands[at]!.phase)),
    until: stands.reduce((earliest, { until }) => Math.min(earliest, until), Infinity),
  };
}

/** Returns the items that are not planned, in the same order. */
export const currentItems = memoizeByObject((items: RoomItem[]) => items.filter(({ isPlanned }) => !isPlanned));

/** Returns the planned items, the next one first. */
export const plannedItems = memoizeByObject((items: RoomItem[]) =>
  items.filter(({ isPlanned }) => isPlanned).reverse(),
);

/** Moves planned items to the end of a list, the next one first. @spec-gap planned */
export const currentFirst = (items: RoomItem[]): RoomItem[] => {
  const planned = plannedItems(items);
  return planned.length === 0 ? items : [...currentItems(items), ...planned];
};

/** Name of the file below .build with the time at which the room has to be built again. */
export const nextPhaseChangeFile = 'next-boundary.json';
