// Corrects stored dates of known items that were read in another time zone although the source has not changed.
import type { ItemFile } from '#domain/items/item-file.ts';
import { replaceSourceValues } from '../../sidecar/content/proposal.ts';
import type { StoredCopies } from './arrive.ts';
import type { KnownItem } from './known-items.ts';
import { changeCopies } from './moved-host.ts';
import type { EntryFacts } from './normalise/normalise.ts';

type EntryDates = Pick<EntryFacts, 'date' | 'localDate' | 'dateText' | 'endDate' | 'isStart' | 'hash'>;

const dateWithOffset = ({ localDate, date }: EntryDates): string | undefined => localDate ?? date;

export function hasOtherDate(known: KnownItem | undefined, entry: EntryDates): boolean {
  if (known === undefined) return false;
  const { storedDate, storedEndDate = entry.endDate } = known;
  return storedDate !== (dateWithOffset(entry) ?? storedDate) || storedEndDate !== (entry.endDate ?? storedEndDate);
}

/** Returns the stored copies with corrected dates. Dates that the creator has edited stay. */
export const correctDatesOfCopies = (copies: StoredCopies, entry: EntryDates, now: string): StoredCopies =>
  changeCopies(copies, now, (file) => correctDates(file, entry));

/** Keeps the start of an event or a video that only its page states. */
function correctDates(file: ItemFile, entry: EntryDates): ItemFile {
  const { startsAt, kind } = file.item;
  if (!entry.isStart && (startsAt !== undefined || kind === 'event')) return file;
  const dates = { date: dateWithOffset(entry), endDate: entry.endDate };
  const corrected = Object.entries(dates).filter(([name, date]) => {
    const storedDate = file.item[name as keyof typeof dates];
    return date && (storedDate === undefined ? name === 'date' : isSameDate(file, entry, storedDate, date));
  });
  return replaceSourceValues(file, Object.fromEntries(corrected));
}

/** Returns true if the date was read in another zone; a date that the source has changed is an edit. */
const isSameDate = ({ item }: ItemFile, { hash, dateText }: EntryDates, stored: string, date: string): boolean =>
  item.source?.hash === hash || stored === dateText || Date.parse(stored) === Date.parse(date);
