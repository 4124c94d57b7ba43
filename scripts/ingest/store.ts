// Entries of one feed → item files, each checked against the schema first.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedAnswer, HeldFeed } from '#contract/schemas/ingest-report.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { itemProblems } from '#domain/items/item-file.ts';
import { type Exclusively, giveWay } from '../../sidecar/content/locks.ts';
import { arrive, type Step, withSource, type Write } from './arrive.ts';
import { type KnownItem, knownNow, type KnownItems, remember, renameKey } from './known-items.ts';
import type { Matched } from './match.ts';
import { type Move, movedCopies, moveNotices, movesOf, stepsOfMove } from './moved-host.ts';
import type { Entry } from './normalise/normalise.ts';
import { keywordsOf } from './normalise/normalise.ts';
import { belongsElsewhere, recognise } from './recognise.ts';
import { shorten } from './normalise/plain-text.ts';
import { hasOtherDate, redatedCopies } from './redate.ts';
import { itemOf, publishesAtOnce, readCopies, readItem, removeItem, writeItems } from './write.ts';

export interface StoreInput {
  contentDir: string;
  /** RFC 3339. */
  now: string;
  known: KnownItems;
  /** Ids of the feeds in use. */
  configured: ReadonlySet<string>;
  feed: Feed;
  entries: Entry[];
  /** What the creator said of a feed that was held. */
  answer?: FeedAnswer | undefined;
  /** What waits follows them. */
  hasNewSettings?: boolean;
  exclusively: Exclusively;
}

export interface Stored {
  added: number;
  changed: number;
  notices: string[];
  /** Nothing was stored: the creator has to say what the entries are. */
  held?: HeldFeed;
}

/** With what moved to another host. */
type Storing = StoreInput & { moves: Move[] };
type Plan = { id: string; steps: Step[] } | { problem: string };

/** Holding the lock for longer would keep a reviewer waiting. */
const storedAtOnce = 250;

export async function storeEntries(input: StoreInput): Promise<Stored> {
  const found = recognise(input);
  if ('held' in found) return { added: 0, changed: 0, notices: [], held: found.held };
  const news = found.entries.filter(
    ({ key, entry, was }) => entry.content || hasOtherDate(was ?? input.known.byKey.get(key), entry),
  );
  const moves = movesOf(found.entries, input.known);
  const notices = [...moveNotices(moves), ...undatedNotices(news, input.known)];
  const stored: Stored = { added: 0, changed: 0, notices };
  let [withdrawn, reset] = [0, 0];
  for (let start = 0; start < news.length; start += storedAtOnce) {
    if (start > 0) await giveWay();
    const group = news.slice(start, start + storedAtOnce);
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

const undatedNotices = (news: Matched[], { byKey }: KnownItems): string[] =>
  news.flatMap(({ key, entry, was }) => {
    const { title, date, dateText } = entry;
    const isUndated = date === undefined && dateText !== '' && !was && !byKey.has(key);
    if (!isUndated) return [];
    return [
      `“${title}” has a date that cannot be read (“${shorten(dateText, 60)}”): the time of this ingest stands for it.`,
    ];
  });

const plannedNotices = (steps: Step[], now: number): string[] =>
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

async function storeGroup(input: Storing, group: Matched[]): Promise<Plan[]> {
  const plans = group.map((one) => plan(input, one)).filter((one) => one !== undefined);
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

function plan(input: Storing, { key, entry, was }: Matched): Plan | undefined {
  const { contentDir, known, feed, now } = input;
  const { content } = entry;
  const before = knownNow(known, contentDir, was?.key ?? key, content?.item.title ?? entry.title);
  if (known.unreadable.has(sha256(key).slice(0, 8))) return undefined;
  if (!content) return before && redated(input, before, entry);
  if (before && belongsElsewhere(input, before)) return mergedKeywords(input, before, content.item.keywords);
  const written = readCopies(contentDir, before);
  const copies = redatedCopies(movedCopies(written, input.moves, now), entry, now);
  const said = itemOf({ ...entry, content }, { key, known: before, copies, now });
  const problems = itemProblems(withoutUndefined(said.item));
  if (problems.length) return { problem: `“${said.item.title}” was left out: ${problems.join('; ')}` };
  if (before && was) renameKey(known, before, key);
  const facts = { hasNewSettings: input.hasNewSettings, isChangedBeside: entry.isChangedBeside };
  const arrived = arrive({ said, copies, publishesAtOnce: publishesAtOnce(feed, said.item.type), now, ...facts });
  const steps = [...arrived, ...stepsOfMove(written, copies, arrived)];
  for (const step of steps) if (step.kind !== 'withdraw') noted(known, step, !before);
  return { id: said.item.id, steps };
}

/** An entry that is known as it is: nothing but its date may have to be written. */
function redated(input: Storing, before: KnownItem, entry: Entry): Plan | undefined {
  if (belongsElsewhere(input, before)) return undefined;
  const written = readCopies(input.contentDir, before);
  const steps = stepsOfMove(written, redatedCopies(written, entry, input.now), []);
  for (const step of steps) if (step.kind !== 'withdraw') noted(input.known, step, false);
  return { id: before.id, steps };
}

function noted(known: KnownItems, { folder, file }: Write, isNew: boolean): void {
  const after = remember(known, folder, file.item)!;
  if (isNew) after.isNew = true;
}

const withoutUndefined = (item: StoredItem): object =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Two feeds met in one run; later the keywords are the creator's. */
function mergedKeywords({ contentDir }: Storing, before: KnownItem, keywords: string[]): Plan | undefined {
  const folder = (['inbox', 'published'] as const).find((name) => before.hashes[name]);
  if (!before.isNew || !folder) return undefined;
  const { item, body } = readItem(contentDir, folder, before.id) as { item: StoredItem; body: string };
  const merged = keywordsOf([...item.keywords, ...keywords]);
  if (merged.length === item.keywords.length) return undefined;
  const file = withSource({ item: { ...item, keywords: merged }, body }, item.source!);
  return { id: item.id, steps: [{ kind: 'change', folder, file }] };
}
