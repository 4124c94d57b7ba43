// Records the changes of a release: one row for each item with its latest change, numbered in the order of going live.
import type { SelectQueryBuilder } from 'kysely';
import { tombstoneDays } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { compareItems, itemHash } from './difference.ts';
import { inChunks } from '#domain/arrays.ts';
import { dayMs } from '#domain/instants.ts';
import { newToken } from '../../storage/tokens.ts';
import { readNewestContent, describeOlderRelease } from '../../release/release-check.ts';
import type { Release } from '../../release/release.ts';
import type { StoredItems } from '../../release/stored-items.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';

type ChangeRow = Tables['changes'];
type ChangeLog = Tables['changeLog'];
/** Fields of an item that a client gets with a change. */
type EntryFields = Pick<
  ContentItem,
  'title' | 'url' | 'date' | 'lastModified' | 'summary' | 'keywords' | 'access' | 'reviewed'
>;

const chunkSize = 1000;
const tombstoneMs = tombstoneDays * dayMs;

/** Locks the log for this transaction, so that numbers become visible in ascending order. */
const lockLog = (tx: Tx, now: number): Promise<ChangeLog> =>
  tx
    .insertInto('changeLog')
    .values({
      id: 1,
      epoch: newToken().slice(0, 8),
      number: 0,
      forgotten: 0,
      release: '',
      changedAt: now,
      contentAt: 0,
      contentDigest: '',
    })
    .onConflict((on) => on.column('id').doUpdateSet({ id: 1 }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Changes of a release except for new items. */
export interface RecordedChanges {
  updated: ChangeRow[];
  /** Rows as they were before the retraction. */
  retracted: ChangeRow[];
  /** Ids of items that were retracted before and are live again. */
  restored: string[];
  /** Ids of items whose tombstones have expired. */
  forgotten: string[];
}
export type OnChanges = (tx: Tx, changes: RecordedChanges, now: number, release: Release) => Promise<void>;

const classifyChanges = (known: Map<string, ChangeRow>, changed: ChangeRow[]): Omit<RecordedChanges, 'forgotten'> => {
  const before = ({ itemId }: ChangeRow) => known.get(itemId);
  const live = changed.filter(({ hash }) => hash !== null);
  return {
    updated: live.filter((row) => before(row)?.hash),
    retracted: changed.filter(({ hash }) => hash === null).map((row) => before(row)!),
    restored: live.filter((row) => before(row)?.hash === null).map(({ itemId }) => itemId),
  };
};

/** Hashes by item id; null for retracted items. */
type Hashes = Map<string, string | null>;

/** Release that this process recorded last, to compare only items that may have changed since. */
interface RecorderMemory {
  release?: string;
  items?: StoredItems;
  /** Hashes of the texts by item id. */
  keys?: ReadonlyMap<string, string>;
}

/** Returns ids of items that may differ from the record, or undefined if any item may. */
function findSuspects(log: ChangeLog, last: RecorderMemory, { index }: Release, keys: ReadonlyMap<string, string>) {
  if (!last.items || last.release !== log.release) return undefined;
  const { added, removed } = index.items.changedSince(last.items);
  const changedTexts = [...keys].flatMap(([id, key]) => (last.keys!.get(id) === key ? [] : [id]));
  return new Set([...added.map((position) => index.items.head(position).id), ...removed, ...changedTexts]);
}

/** Selects the rows of these items in chunks, since the number of parameters of a statement is limited. */
async function selectByItem<T>(query: SelectQueryBuilder<Tables, 'changes', T>, ids: string[]): Promise<T[]> {
  const rows: T[] = [];
  for (const chunk of inChunks(ids, chunkSize)) rows.push(...(await query.where('itemId', 'in', chunk).execute()));
  return rows;
}

/** Reads the recorded hashes of these items, or of all items. */
async function readHashes(tx: Tx, suspects: Set<string> | undefined): Promise<Hashes> {
  const hashes = tx.selectFrom('changes').select(['itemId', 'hash']);
  const rows = await (suspects ? selectByItem(hashes, [...suspects]) : hashes.execute());
  return new Map(rows.map(({ itemId, hash }) => [itemId, hash]));
}

/** Returns ids of changed items, oldest first, and the live items that were compared. */
async function findChanges(tx: Tx, log: ChangeLog, last: RecorderMemory, release: Release) {
  const keys = release.texts.keys();
  const suspects = findSuspects(log, last, release, keys);
  const recorded = await readHashes(tx, suspects);
  const { items } = release.index;
  const live = items.ids().flatMap((id, position) => {
    if (suspects && !suspects.has(id)) return [];
    const item = items.at(position);
    return [{ id, item, hash: itemHash(item, keys.get(id) ?? '') }];
  });
  const changes = compareItems(recorded, live.reverse());
  return { ...changes, live: new Map(live.map((entry) => [entry.id, entry])), recorded, keys };
}

type ReleaseChanges = Awaited<ReturnType<typeof findChanges>>;

async function readRows(tx: Tx, ids: string[]): Promise<Map<string, ChangeRow>> {
  const rows = await selectByItem(tx.selectFrom('changes').selectAll(), ids);
  return new Map(rows.map((row) => [row.itemId, row]));
}

/** Creates a row for each change. Retractions come last. */
function toChangeRows(
  { created, updated, retracted, live }: ReleaseChanges,
  known: Map<string, ChangeRow>,
  log: ChangeLog,
  now: number,
): ChangeRow[] {
  let { number } = log;
  const row = (id: string, isNew: boolean): ChangeRow => {
    const { item, hash } = live.get(id)!;
    const { type, title, url, date, lastModified, summary, keywords, access, reviewed } = item;
    const optional = { ...(access && { access }), ...(reviewed && { reviewed }) };
    const fields: EntryFields = { title, url, date, lastModified, summary, keywords, ...optional };
    const entry = JSON.stringify(fields);
    number++;
    return {
      itemId: id,
      number,
      createdNumber: isNew ? number : known.get(id)!.createdNumber,
      hash,
      type,
      entry,
      at: now,
    };
  };
  return [
    ...created.map((id) => row(id, true)),
    ...updated.map((id) => row(id, false)),
    ...retracted.map((id) => ({ ...known.get(id)!, number: ++number, hash: null, entry: null, at: now })),
  ];
}

async function upsertRows(tx: Tx, rows: ChangeRow[]): Promise<void> {
  const columns = ['number', 'createdNumber', 'hash', 'type', 'entry', 'at'] as const;
  for (const chunk of inChunks(rows, chunkSize)) {
    await tx
      .insertInto('changes')
      .values(chunk)
      .onConflict((on) =>
        on
          .column('itemId')
          .doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .execute();
  }
}

/** Returns the ids of expired tombstones, which are deleted, and the number of the newest. */
async function deleteTombstones(tx: Tx, now: number): Promise<{ ids: string[]; newest: number }> {
  const expired = await tx
    .deleteFrom('changes')
    .where('hash', 'is', null)
    .where('at', '<', now - tombstoneMs)
    .returning(['itemId', 'number'])
    .execute();
  return {
    ids: expired.map(({ itemId }) => itemId),
    newest: expired.reduce((newest, { number }) => Math.max(newest, number), 0),
  };
}

/** Records a release unless another sidecar has done so. Returns the number of changed items. */
export async function recordRelease(
  db: Db,
  release: Release,
  now: number,
  onChanges: OnChanges,
  last: RecorderMemory = {},
): Promise<number> {
  let keys: RecorderMemory['keys'];
  const count = await db.transaction().execute(async (tx) => {
    const log = await lockLog(tx, now);
    if (log.release === release.id) return 0;
    const older = describeOlderRelease(release.id, release.content, {
      changedAt: log.contentAt,
      digest: log.contentDigest,
    });
    if (older) throw new Error(older);
    const changes = await findChanges(tx, log, last, release);
    ({ keys } = changes);
    const ids = [changes.created, changes.updated, changes.retracted].flat().filter((id) => changes.recorded.has(id));
    const rows = await readRows(tx, ids);
    const changedRows = toChangeRows(changes, rows, log, now);
    await upsertRows(tx, changedRows);
    const expired = await deleteTombstones(tx, now);
    await onChanges(tx, { ...classifyChanges(rows, changedRows), forgotten: expired.ids }, now, release);
    await tx
      .updateTable('changeLog')
      .set({
        number: log.number + changedRows.length,
        forgotten: Math.max(log.forgotten, expired.newest),
        release: release.id,
        contentAt: Math.max(log.contentAt, release.content.changedAt),
        contentDigest: release.content.digest,
        ...(changedRows.length > 0 && { changedAt: now }),
      })
      .execute();
    return changedRows.length;
  });
  // If another sidecar has recorded the release, its items were not compared here.
  Object.assign(last, keys ? { release: release.id, items: release.index.items, keys } : { items: undefined });
  return count;
}

/**
 * Returns a job that records each new release. In a fleet, it waits until all machines serve the release; a machine
 * with an outdated release records nothing.
 */
export function changeRecorder(
  db: Db,
  live: () => Release,
  now: () => number,
  onChanges: OnChanges,
  isEverywhere: (release: string) => Promise<boolean> = async () => true,
): () => Promise<void> {
  let recorded = '';
  const last: RecorderMemory = {};
  return async () => {
    const release = live();
    if (release.id === recorded) return;
    // The first release is recorded immediately, since clients have no log before it.
    if (!(await isEverywhere(release.id)) && (await readNewestContent(db))) return;
    await recordRelease(db, release, now(), onChanges, last);
    recorded = release.id;
  };
}
