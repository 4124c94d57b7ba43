// Entries of one feed → item files, each checked against the schema first.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedAnswer, HeldFeed } from '#contract/schemas/ingest-report.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { itemProblems } from '#domain/items/item-file.ts';
import { type RunExclusively, yieldLock } from '../../sidecar/content/locks.ts';
import { applySourceUpdate, type ItemStep, withSourceMark, type ItemWrite } from './arrive.ts';
import { type KnownItem, rereadKnownItem, type KnownItems, rememberItem, renameKey } from './known-items.ts';
import type { MatchedEntry } from './match.ts';
import { type HostMove, moveCopies, moveNotices, detectMoves, stepsForChangedCopies } from './moved-host.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';
import { normaliseKeywords } from './normalise/normalise.ts';
import { belongsToOtherFeed, recogniseEntries } from './recognise.ts';
import { shorten } from './normalise/plain-text.ts';
import { hasOtherDate, correctDatesOfCopies } from './redate.ts';
import { createItemFile, publishesWithoutReview, readCopies, readItemFile, removeItem, writeItems } from './write.ts';

export interface StoreInput {
  contentDir: string;
  /** RFC 3339. */
  now: string;
  known: KnownItems;
  /** Ids of the feeds in use. */
  configured: ReadonlySet<string>;
  feed: Feed;
  entries: NormalisedEntry[];
  /** What the creator said of a feed that was held. */
  answer?: FeedAnswer | undefined;
  /** What waits follows them. */
  hasNewSettings?: boolean;
  exclusively: RunExclusively;
}

export interface StoreResult {
  added: number;
  changed: number;
  notices: string[];
  /** Nothing was stored: the creator has to say what the entries are. */
  held?: HeldFeed;
}

/** With what moved to another host. */
type StoreContext = StoreInput & { moves: HostMove[] };
type EntryPlan = { id: string; steps: ItemStep[] } | { problem: string };

/** Holding the lock for longer would keep a reviewer waiting. */
const groupSize = 250;

export async function storeEntries(input: StoreInput): Promise<StoreResult> {
  const found = recogniseEntries(input);
  if ('held' in found) return { added: 0, changed: 0, notices: [], held: found.held };
  const news = found.entries.filter(
    ({ key, entry, was }) => entry.content || hasOtherDate(was ?? input.known.byKey.get(key), entry),
  );
  const moves = detectMoves(found.entries, input.known);
  const notices = [...moveNotices(moves), ...undatedNotices(news, input.known)];
  const stored: StoreResult = { added: 0, changed: 0, notices };
  let [withdrawn, reset] = [0, 0];
  for (let start = 0; start < news.length; start += groupSize) {
    if (start > 0) await yieldLock();
    const group = news.slice(start, start + groupSize);
    const plans = await input.exclusively(() => storeGroup({ ...input, moves }, group));
    const steps = plans.flatMap((one) => ('steps' in one ? one.steps : []));
    stored.notices.push(...plans.flatMap((one) => ('problem' in one ? [one.problem] : [])));
    stored.notices.push(...plannedNotices(steps, Date.parse(input.now)));
    stored.added += steps.filter(({ kind }) => kind === 'new').length;
    stored.changed += steps.filter(({ kind }) => kind === 'change').length;
    withdrawn += steps.filter(({ kind }) => kind === 'withdraw').length;
    reset += steps.filter(({ kind }) => kind === 'settings').length;
  }
  if (reset > 0) stored.notices.push(settingsNotice(reset));
  if (withdrawn > 0) stored.notices.push(withdrawnNotice(withdrawn));
  return stored;
}

const undatedNotices = (news: MatchedEntry[], { byKey }: KnownItems): string[] =>
  news.flatMap(({ key, entry, was }) => {
    const { title, date, dateText } = entry;
    const isUndated = date === undefined && dateText !== '' && !was && !byKey.has(key);
    if (!isUndated) return [];
    return [
      `“${title}” has a date that cannot be read (“${shorten(dateText, 60)}”): the time of this ingest stands for it.`,
    ];
  });

const plannedNotices = (steps: ItemStep[], now: number): string[] =>
  steps.flatMap((step) => {
    if (step.kind !== 'new' && step.kind !== 'change') return [];
    const { item } = step.file;
    const day = plannedDay(item, now);
    return day ? [`“${item.title}” is dated ${day}: it is shown as planned until then.`] : [];
  });

const settingsNotice = (count: number): string =>
  `${count === 1 ? 'An item that waits' : `${count} items that wait`} in the inbox took over the settings of the feed.`;

const withdrawnNotice = (count: number): string =>
  count === 1
    ? 'An edit that waited was withdrawn: the source has taken it back.'
    : `${count} edits that waited were withdrawn: the source has taken them back.`;

async function storeGroup(input: StoreContext, group: MatchedEntry[]): Promise<EntryPlan[]> {
  const plans = group.map((one) => planEntry(input, one)).filter((one) => one !== undefined);
  const made = plans.filter((one) => 'steps' in one);
  await writeItems(
    input.contentDir,
    made.flatMap(({ steps }) => steps.filter((step) => step.kind !== 'withdraw')),
  );
  // Last: a crash in between leaves an edit that is withdrawn the next time.
  for (const { id, steps } of made)
    for (const step of steps) if (step.kind === 'withdraw') await removeItem(input.contentDir, step.folder, id);
  return plans;
}

function planEntry(input: StoreContext, { key, entry, was }: MatchedEntry): EntryPlan | undefined {
  const { contentDir, known, feed, now } = input;
  const { content } = entry;
  const before = rereadKnownItem(known, contentDir, was?.key ?? key, content?.item.title ?? entry.title);
  if (known.unreadable.has(sha256(key).slice(0, 8))) return undefined;
  if (!content) return before && planDateCorrection(input, before, entry);
  if (before && belongsToOtherFeed(input, before)) return planMergedKeywords(input, before, content.item.keywords);
  const written = readCopies(contentDir, before);
  const copies = correctDatesOfCopies(moveCopies(written, input.moves, now), entry, now);
  const said = createItemFile({ ...entry, content }, { key, known: before, copies, now });
  const problems = itemProblems(withoutUndefined(said.item));
  if (problems.length) return { problem: `“${said.item.title}” was left out: ${problems.join('; ')}` };
  if (before && was) renameKey(known, before, key);
  const facts = { hasNewSettings: input.hasNewSettings, isChangedBeside: entry.isChangedBeside };
  const arrived = applySourceUpdate({
    said,
    copies,
    publishesAtOnce: publishesWithoutReview(feed, said.item.type),
    now,
    ...facts,
  });
  const steps = [...arrived, ...stepsForChangedCopies(written, copies, arrived)];
  for (const step of steps) if (step.kind !== 'withdraw') rememberWrite(known, step, !before);
  return { id: said.item.id, steps };
}

/** An entry that is known as it is: nothing but its date may have to be written. */
function planDateCorrection(input: StoreContext, before: KnownItem, entry: NormalisedEntry): EntryPlan | undefined {
  if (belongsToOtherFeed(input, before)) return undefined;
  const written = readCopies(input.contentDir, before);
  const steps = stepsForChangedCopies(written, correctDatesOfCopies(written, entry, input.now), []);
  for (const step of steps) if (step.kind !== 'withdraw') rememberWrite(input.known, step, false);
  return { id: before.id, steps };
}

function rememberWrite(known: KnownItems, { folder, file }: ItemWrite, isNew: boolean): void {
  const after = rememberItem(known, folder, file.item)!;
  if (isNew) after.isNew = true;
}

const withoutUndefined = (item: StoredItem): object =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Two feeds met in one run; later the keywords are the creator's. */
function planMergedKeywords(
  { contentDir }: StoreContext,
  before: KnownItem,
  keywords: string[],
): EntryPlan | undefined {
  const folder = (['inbox', 'published'] as const).find((name) => before.hashes[name]);
  if (!before.isNew || !folder) return undefined;
  const { item, body } = readItemFile(contentDir, folder, before.id) as { item: StoredItem; body: string };
  const merged = normaliseKeywords([...item.keywords, ...keywords]);
  if (merged.length === item.keywords.length) return undefined;
  const file = withSourceMark({ item: { ...item, keywords: merged }, body }, item.source!);
  return { id: item.id, steps: [{ kind: 'change', folder, file }] };
}
