// Corrects the stored date of known items whose source says the same as before, but whose day was read in another zone.
import type { ItemFile } from '#domain/items/item-file.ts';
import { digestOf, isEdited, versionIn, writtenVersion } from '../../sidecar/content/source-version.ts';
import type { Copies } from './arrive.ts';
import type { KnownItem } from './known-items.ts';
import { approvedAt } from './moved-host.ts';
import type { EntryFacts } from './normalise/normalise.ts';

type Dated = Pick<EntryFacts, 'date' | 'localDate' | 'dateText' | 'hash'>;

const dateOf = ({ localDate, date }: Dated): string | undefined => localDate ?? date;

export const hasOtherDate = (known: KnownItem | undefined, entry: Dated): boolean =>
  known !== undefined && dateOf(entry) !== undefined && known.storedDate !== dateOf(entry);

/** The versions that the room holds, with the day of the source. A date that the creator has changed stays as it is. */
export function redatedCopies(copies: Copies, entry: Dated, now: string): Copies {
  const { inbox, published } = copies;
  return {
    ...copies,
    ...(inbox && { inbox: redatedFile(inbox, entry) }),
    ...(published && { published: approvedAt(published, redatedFile(published, entry), now) }),
  };
}

function redatedFile(file: ItemFile, entry: Dated): ItemFile {
  const date = dateOf(entry);
  const { item, body } = file;
  if (!date || item.date === date || isEdited(file, 'date') || !isSameDate(file, entry)) return file;
  const version = versionIn(item);
  const fields = version && { fields: writtenVersion({ ...version, date: digestOf(date)! }) };
  return { item: { ...item, date, source: { ...item.source!, ...fields } }, body };
}

/** Tells a date that was read in another zone from one that the source has changed, which is an edit as any other. */
const isSameDate = ({ item }: ItemFile, { hash, date, dateText }: Dated): boolean =>
  item.source?.hash === hash || item.date === dateText || Date.parse(item.date) === Date.parse(date!);
