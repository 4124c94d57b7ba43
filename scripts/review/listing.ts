// Formats waiting items as lines for the terminal: grouped by feed, newest first, with the changes of edits.
import { showControlsInLine, showControls } from '#domain/text/invisible.ts';
import type { FoundItem, ItemFolder } from '../../sidecar/content/review-desk.ts';
import { formatFieldValue, summarizeEdit } from '../../sidecar/content/edit-summary.ts';
import { isRecordingWithheld, type WaitingItem, type WaitingList } from '../../sidecar/content/waiting-items.ts';

const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const formatDay = (date = 'no date   '): string => date.slice(0, 10);

function groupByFeed(items: WaitingItem[]): Map<string, WaitingItem[]> {
  return Map.groupBy(items, ({ item }) => item.sourceFeed ?? 'no feed');
}

export function listingLines({ items, unreadable }: WaitingList): string[] {
  const lines = [...groupByFeed(items)].flatMap(([feed, ofFeed]) => [
    `${showControlsInLine(feed)} (${ofFeed.length})`,
    ...ofFeed.flatMap((waiting) => waitingItemLines(waiting).map((line) => `  ${line}`)),
    '',
  ]);
  const edits = items.filter(({ published }) => published).length;
  const ofThem = edits === 1 ? ', 1 of them an edit' : edits > 1 ? `, ${edits} of them edits` : '';
  const total = `${items.length} ${items.length === 1 ? 'item' : 'items'} waiting${ofThem}.`;
  return [
    ...lines,
    ...unreadableLines(unreadable),
    items.length ? total : 'Nothing is waiting. Read your feeds with npm run ingest.',
  ];
}

function waitingItemLines(waiting: WaitingItem): string[] {
  const { item, published } = waiting;
  const head = `${formatDay(item.date)}  ${item.type.padEnd(8)}  ${showControlsInLine(item.title)}`;
  const marks = [published && 'edit', waiting.conflicts.length > 0 && 'conflict'].filter(Boolean).join(', ');
  return [
    marks ? `${head}  (${marks})` : head,
    `            ${item.id}`,
    ...[...undatedLines(waiting), ...plannedLines(waiting), ...teaserLines(waiting), ...withheldLines(waiting)].map(
      (line) => `            ${line}`,
    ),
    ...changeLines(waiting),
    ...conflictLines(waiting),
  ];
}

const plannedLines = ({ plannedDay }: WaitingItem): string[] =>
  plannedDay ? [`Dated ${plannedDay}: it is shown as planned until then.`] : [];

function undatedLines({ item }: WaitingItem): string[] {
  if (item.date) return [];
  const { dateText } = item.source ?? {};
  const how = `Set the date with --edit ${item.id} --set date=2026-05-01`;
  return dateText
    ? [`The date of the source, “${showControlsInLine(dateText)}”, cannot be read.`, `${how}.`]
    : ['The source states no date.', `${how}, or approve it with the current time.`];
}

const teaserLines = ({ item }: WaitingItem): string[] =>
  item.access === 'source' ? ['For subscribers: only the beginning is published, with a link to the source.'] : [];

function withheldLines({ item }: WaitingItem): string[] {
  const { withheld = [] } = item.source ?? {};
  if (withheld.length === 0) return [];
  const addresses = `Removed addresses with a personal key: ${withheld.join(', ')}.`;
  return [addresses, ...(isRecordingWithheld(withheld) ? ['The recording is private and will not be published.'] : [])];
}

/** Returns both values of each field that the creator has to choose. */
export const conflictLines = ({ conflicts }: WaitingItem): string[] =>
  conflicts.flatMap(({ name, mine, theirs }) => [
    `            You and the source have both changed ${name}:`,
    `              mine:   ${conflictValue(mine)}`,
    `              theirs: ${conflictValue(theirs)}`,
  ]);

const conflictValue = (value: unknown): string => shorten(showControlsInLine(formatFieldValue(value))) || 'nothing';
const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

function changeLines({ item, body, published }: WaitingItem): string[] {
  if (!published) return [];
  return summarizeEdit(published, { item, body }).map((line) => `            ${showControlsInLine(line)}`);
}

const unreadableLines = (files: WaitingList['unreadable']): string[] =>
  files.flatMap(({ name, problems }) => [
    `inbox/${showControlsInLine(name)} cannot be read. Correct the file or reject it.`,
    ...problems.map((problem) => `  ${showControlsInLine(problem)}`),
    '',
  ]);

/** Formats an item for the interactive review. */
export function cardLines(waiting: WaitingItem): string[] {
  const { published } = waiting;
  const { item, body } = waiting.proposed;
  const length = item.durationSeconds ? `${Math.round(item.durationSeconds / 60)} min` : `${wordCount(body)} words`;
  return [
    '',
    showControlsInLine(item.title),
    `${formatDay(item.date)}, ${item.type}, ${showControlsInLine(item.sourceFeed ?? 'no feed')}, ${length}`,
    ...(item.summary ? [showControlsInLine(item.summary)] : []),
    ...(item.canonicalUrl ? [showControlsInLine(item.canonicalUrl)] : []),
    ...undatedLines(waiting),
    ...plannedLines(waiting),
    ...withheldLines(waiting),
    ...(published ? ['Edit of a published item:', ...changeLines(waiting)] : []),
    ...conflictLines(waiting),
  ];
}

/** Formats a whole item: its folder, its fields and its text. */
export function itemDetailLines(folder: ItemFolder, { item, body }: FoundItem): string[] {
  const fields = Object.entries(item).map(([name, value]) => `${name}: ${showControlsInLine(formatFieldValue(value))}`);
  return [`in ${folder}`, ...fields, '', showControls(body)];
}
