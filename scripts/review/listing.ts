// Waiting items as lines for a person: grouped by feed, newest first, edits with what they change.
import type { FoundItem, Folder } from '../../sidecar/content/review-desk.ts';
import { editSummary } from '../../sidecar/content/edit-summary.ts';
import type { WaitingItem, WaitingList } from '../../sidecar/content/waiting-items.ts';
import { oneLine, printable } from '../terminal.ts';

const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const dayOf = (date: string): string => date.slice(0, 10);
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function byFeed(items: WaitingItem[]): Map<string, WaitingItem[]> {
  return Map.groupBy(items, ({ item }) => item.sourceFeed ?? 'no feed');
}

export function listingLines({ items, unreadable }: WaitingList): string[] {
  const lines = [...byFeed(items)].flatMap(([feed, ofFeed]) => [
    `${oneLine(feed)} (${ofFeed.length})`,
    ...ofFeed.flatMap((waiting) => itemLines(waiting).map((line) => `  ${line}`)),
    '',
  ]);
  const edits = items.filter(({ published }) => published).length;
  const total = `${counted(items.length, 'item')} waiting${edits ? `, ${counted(edits, 'of them an edit')}` : ''}.`;
  return [
    ...lines,
    ...unreadableLines(unreadable),
    items.length ? total : 'Nothing is waiting. `npm run ingest` brings in what is new.',
  ];
}

function itemLines(waiting: WaitingItem): string[] {
  const { item, published } = waiting;
  const head = `${dayOf(item.date)}  ${item.type.padEnd(8)}  ${oneLine(item.title)}`;
  return [published ? `${head}  (edit)` : head, `            ${item.id}`, ...changeLines(waiting)];
}

function changeLines({ item, body, published }: WaitingItem): string[] {
  if (!published) return [];
  return editSummary(published, { item, body }).map((line) => `            ${oneLine(line)}`);
}

const unreadableLines = (files: WaitingList['unreadable']): string[] =>
  files.flatMap(({ name, problems }) => [
    `inbox/${oneLine(name)} can't be read: mend the file or reject it.`,
    ...problems.map((problem) => `  ${oneLine(problem)}`),
    '',
  ]);

/** One item as the reviewer meets it in the round of questions. */
export function cardLines(waiting: WaitingItem): string[] {
  const { item, body, published } = waiting;
  const length = item.durationSeconds ? `${Math.round(item.durationSeconds / 60)} min` : `${wordCount(body)} words`;
  return [
    '',
    oneLine(item.title),
    `${dayOf(item.date)}, ${item.type}, ${oneLine(item.sourceFeed ?? 'no feed')}, ${length}`,
    ...(item.summary ? [oneLine(item.summary)] : []),
    ...(item.canonicalUrl ? [oneLine(item.canonicalUrl)] : []),
    ...(published ? ['An edit of a published item:', ...changeLines(waiting)] : []),
  ];
}

/** The whole item: where it is, its fields, its text. */
export function wholeLines(folder: Folder, { item, body }: FoundItem): string[] {
  const fields = Object.entries(item).map(([name, value]) => `${name}: ${oneLine(asText(value))}`);
  return [`in ${folder}`, ...fields, '', printable(body)];
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
