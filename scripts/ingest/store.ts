// Stores the entries of one feed as item files, after checking each against the schema.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedAnswer, HeldFeed } from '#contract/schemas/ingest-report.ts';
import type { Notice } from '#contract/notices.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { itemProblems, type ItemFile } from '#domain/items/item-file.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import { type RunExclusively, yieldLock } from '../../sidecar/content/locks.ts';
import { applySourceUpdate, type ItemStep, withSourceMark, type ItemWrite, type StoredCopies } from './arrive.ts';
import { conversionNotices, convertCopies, hasOtherWords } from './convert-again.ts';
import { type KnownItem, rereadKnownItem, type KnownItems, rememberItem, renameKey } from './known-items.ts';
import type { MatchedEntry } from './match.ts';
import {
  type HostMove,
  moveCopies,
  moveNotices,
  detectMoves,
  stepsForChangedCopies,
  changeCopies,
} from './moved-host.ts';
import { entryTitle, type NormalisedEntry, normaliseKeywords, type EntryFacts } from './normalise/normalise.ts';
import { belongsToOtherFeed, recogniseEntries } from './recognise.ts';
import { shorten } from './normalise/plain-text.ts';
import {
  createItemFile,
  type EntryWithContent,
  publishesWithoutReview,
  readCopies,
  readItemFile,
  removeItem,
  writeItems,
} from './write.ts';
import { replaceSourceValues } from '../../sidecar/content/proposal.ts';

export interface StoreInput {
  contentDir: string;
  /** Time of the ingest in RFC 3339. */
  now: string;
  known: KnownItems;
  /** Ids of the active feeds. */
  configured: ReadonlySet<string>;
  feed: Feed;
  entries: NormalisedEntry[];
  /** Decision of the creator about a feed that was held. */
  answer?: FeedAnswer | undefined;
  /** True if the settings of the feed have changed; waiting items follow them. */
  hasNewSettings?: boolean;
  exclusively: RunExclusively;
}

export interface StoreResult {
  added: number;
  changed: number;
  notices: Notice[];
  /** Set if nothing was stored because the creator has to decide what the entries are. */
  held?: HeldFeed;
}

/** Input together with the detected moves to other hosts. */
type StoreContext = StoreInput & { moves: HostMove[] };
/** `reworded` is the title of a published item in which readers see other words since an upgrade. */
type EntryPlan = { id: string; steps: ItemStep[]; reworded?: string } | { skipped: Notice };

/** Number of entries stored under one lock; more would keep a reviewer waiting. */
const groupSize = 250;

export async function storeEntries(input: StoreInput): Promise<StoreResult> {
  const recognised = recogniseEntries(input);
  if ('held' in recognised) return { added: 0, changed: 0, notices: [], held: recognised.held };
  const updates = recognised.entries.filter(
    ({ key, entry, previous }) => entry.content || hasOtherDate(previous ?? input.known.byKey.get(key), entry),
  );
  const moves = detectMoves(recognised.entries, input.known);
  const notices = [...moveNotices(moves), ...undatedNotices(updates, input.known)];
  const result: StoreResult = { added: 0, changed: 0, notices };
  const reworded: string[] = [];
  let withdrawn = 0;
  let reset = 0;
  for (let start = 0; start < updates.length; start += groupSize) {
    if (start > 0) await yieldLock();
    const group = updates.slice(start, start + groupSize);
    const plans = await input.exclusively(() => storeGroup({ ...input, moves }, group));
    const steps = plans.flatMap((one) => ('steps' in one ? one.steps : []));
    result.notices.push(...plans.flatMap((one) => ('skipped' in one ? [one.skipped] : [])));
    reworded.push(...plans.flatMap((one) => ('steps' in one && one.reworded ? [one.reworded] : [])));
    result.notices.push(...plannedNotices(steps, Date.parse(input.now)));
    result.added += steps.filter(({ kind }) => kind === 'new').length;
    result.changed += steps.filter(({ kind }) => kind === 'change').length;
    withdrawn += steps.filter(({ kind }) => kind === 'withdraw').length;
    reset += steps.filter(({ kind }) => kind === 'settings').length;
  }
  result.notices.push(...conversionNotices(reworded));
  if (reset > 0) result.notices.push({ code: 'settings_applied', details: { count: reset } });
  if (withdrawn > 0) result.notices.push({ code: 'edits_withdrawn', details: { count: withdrawn } });
  return result;
}

const maxUndatedNotices = 10;

function undatedNotices(updates: MatchedEntry[], { byKey }: KnownItems): Notice[] {
  const undated = updates.filter(
    ({ key, entry, previous }) => !entry.date && entry.dateText !== '' && !previous && !byKey.has(key),
  );
  const named = undated.slice(0, maxUndatedNotices).map(({ entry: { dateText, title } }): Notice => ({
    code: 'date_unreadable',
    details: { date: shorten(dateText, 60), title },
  }));
  const count = undated.length - named.length;
  return count > 0 ? [...named, { code: 'dates_unreadable', details: { count } }] : named;
}

const plannedNotices = (steps: ItemStep[], now: number): Notice[] =>
  steps.flatMap((step) => {
    if (step.kind !== 'new' && step.kind !== 'change') return [];
    const { item } = step.file;
    const day = plannedDay(item, now);
    return day ? [{ code: 'dated_ahead', details: { title: item.title, day } }] : [];
  });

async function storeGroup(input: StoreContext, group: MatchedEntry[]): Promise<EntryPlan[]> {
  const plans = group.map((one) => planEntry(input, one)).filter((one) => one !== undefined);
  const writable = plans.filter((plan) => 'steps' in plan);
  await writeItems(
    input.contentDir,
    writable.flatMap(({ steps }) => steps.filter((step) => step.kind !== 'withdraw')),
  );
  // Removed last: after a crash in between, the next ingest withdraws the edit.
  for (const { id, steps } of writable)
    for (const step of steps) if (step.kind === 'withdraw') await removeItem(input.contentDir, step.folder, id);
  return plans;
}

function planEntry(input: StoreContext, match: MatchedEntry): EntryPlan | undefined {
  const { contentDir, known } = input;
  const { key, entry, previous } = match;
  const before = rereadKnownItem(known, contentDir, previous?.key ?? key, entryTitle(entry));
  if (known.unreadable.has(sha256(key).slice(0, 8))) return undefined;
  const { content } = entry;
  if (!content) return planDateCorrection(input, before, entry);
  if (!before && entry.isConvertedAgain) return undefined;
  if (before && belongsToOtherFeed(input, before)) return planMergedKeywords(input, before, content.item.keywords);
  return planItem(input, { ...entry, content }, match, before);
}

/** Plans a new or changed entry. */
function planItem(
  input: StoreContext,
  entry: EntryWithContent,
  { key, previous }: MatchedEntry,
  before: KnownItem | undefined,
): EntryPlan {
  const { contentDir, known, feed, now } = input;
  const storedCopies = readCopies(contentDir, before);
  const dated = correctDatesOfCopies(moveCopies(storedCopies, input.moves, now), entry, now);
  const incoming = createItemFile(entry, { key, known: before, copies: dated });
  const copies = entry.isConvertedAgain ? convertCopies(dated, incoming, now) : dated;
  const problems = itemProblems(omitUndefined(incoming.item));
  if (problems.length > 0) {
    const details = { title: incoming.item.title, problem: problems.join('; ') };
    return { skipped: { code: 'item_skipped', details } };
  }
  if (before && previous) renameKey(known, before, key);
  const updates = applySourceUpdate({
    incoming,
    copies,
    publishesWithoutReview: incoming.item.date !== undefined && publishesWithoutReview(feed, incoming.item.type),
    hasNewSettings: input.hasNewSettings,
    hasUnhashedChange: entry.hasUnhashedChange,
    now,
  });
  const steps = [...updates, ...stepsForChangedCopies(storedCopies, copies, updates)];
  for (const step of steps) if (step.kind !== 'withdraw') rememberWrite(known, step, !before);
  return { id: incoming.item.id, steps, ...(hasOtherWords(dated, copies) && { reworded: incoming.item.title }) };
}

/** Plans an unchanged entry: only its date may have to be corrected. */
function planDateCorrection(
  input: StoreContext,
  before: KnownItem | undefined,
  entry: NormalisedEntry,
): EntryPlan | undefined {
  if (!before || belongsToOtherFeed(input, before)) return undefined;
  const copies = readCopies(input.contentDir, before);
  const steps = stepsForChangedCopies(copies, correctDatesOfCopies(copies, entry, input.now), []);
  for (const step of steps) if (step.kind !== 'withdraw') rememberWrite(input.known, step, false);
  return { id: before.id, steps };
}

function rememberWrite(known: KnownItems, { folder, file }: ItemWrite, isNew: boolean): void {
  const after = rememberItem(known, folder, file.item)!;
  if (isNew) after.isNew = true;
}

/** Merges the keywords if two feeds bring the same item in one run; later the keywords belong to the creator. */
function planMergedKeywords(
  { contentDir }: StoreContext,
  before: KnownItem,
  keywords: string[],
): EntryPlan | undefined {
  const folder = (['inbox', 'published'] as const).find((name) => before.hashes[name]);
  if (!before.isNew || !folder) return undefined;
  const { item, body } = readItemFile(contentDir, folder, before.id) as { item: StoredItem; body: string };
  const mergedKeywords = normaliseKeywords([...item.keywords, ...keywords]);
  if (mergedKeywords.length === item.keywords.length) return undefined;
  const file = withSourceMark({ item: { ...item, keywords: mergedKeywords }, body }, item.source!);
  return { id: item.id, steps: [{ kind: 'change', folder, file }] };
}

type EntryDates = Pick<EntryFacts, 'date' | 'localDate' | 'dateText' | 'endDate' | 'isStart' | 'hash'>;

const dateWithOffset = ({ localDate, date }: EntryDates): string | undefined => localDate ?? date;

function hasOtherDate(known: KnownItem | undefined, entry: EntryDates): boolean {
  if (known === undefined) return false;
  const { storedDate, storedEndDate = entry.endDate } = known;
  return storedDate !== (dateWithOffset(entry) ?? storedDate) || storedEndDate !== (entry.endDate ?? storedEndDate);
}

/** Returns the stored copies with corrected dates. Dates that the creator has edited stay. */
const correctDatesOfCopies = (copies: StoredCopies, entry: EntryDates, now: string): StoredCopies =>
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
