// Records what changed with a release: one row an item, with its latest change, numbered in the order in which it became live.
import type { SelectQueryBuilder } from 'kysely';
import { tombstoneDays } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { compareItems, itemHash } from './difference.ts';
import { inChunks } from '#domain/arrays.ts';
import { dayMs } from '#domain/instants.ts';
import { newToken } from '../../storage/tokens.ts';
import { readNewestContent, describeOlderRelease } from '../../release/release-order.ts';
import type { Release } from '../../release/release.ts';
import type { StoredItems } from '../../release/stored-items.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';

type ChangeRow = Tables['changes'];
type ChangeLog = Tables['changeLog'];
/** What a client gets of an item; the hash covers all of it. */
type EntryFields = Pick<
  ContentItem,
  'title' | 'url' | 'date' | 'lastModified' | 'summary' | 'keywords' | 'access' | 'reviewed'
>;

const chunkSize = 1000;
const tombstoneMs = tombstoneDays * dayMs;

/** Taken by one transaction at a time, so that numbers become visible in the order in which they are given. */
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

/** What became live besides what is new. */
export interface RecordedChanges {
  updated: ChangeRow[];
  /** As they were last live. */
  retracted: ChangeRow[];
  /** Ids of what was retracted before. */
  restored: string[];
  /** Ids of what was retracted so long ago that nothing is known of it any more. */
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

/** By item; null where it was retracted. */
type Hashes = Map<string, string | null>;

/** What this process recorded last, so that it need not compare every item again. */
interface RecorderMemory {
  release?: string;
  items?: StoredItems;
  /** Keys of the texts by id. */
  keys?: ReadonlyMap<string, string>;
}

/** The ids of items that may differ from what was recorded; undefined where all may. */
function findSuspects(log: ChangeLog, last: RecorderMemory, { index }: Release, keys: ReadonlyMap<string, string>) {
  if (!last.items || last.release !== log.release) return undefined;
  const { added, removed } = index.items.changedSince(last.items);
  const ofTexts = [...keys].flatMap(([id, key]) => (last.keys!.get(id) === key ? [] : [id]));
  return new Set([...added.map((position) => index.items.head(position).id), ...removed, ...ofTexts]);
}

/** The rows of these items, asked for in chunks: a statement may have only so many parameters. */
async function selectByItem<T>(query: SelectQueryBuilder<Tables, 'changes', T>, ids: string[]): Promise<T[]> {
  const rows: T[] = [];
  for (const some of inChunks(ids, chunkSize)) rows.push(...(await query.where('itemId', 'in', some).execute()));
  return rows;
}

/** The recorded hashes of these items, or of every item that was ever seen. */
async function readHashes(tx: Tx, suspects: Set<string> | undefined): Promise<Hashes> {
  const hashes = tx.selectFrom('changes').select(['itemId', 'hash']);
  const rows = await (suspects ? selectByItem(hashes, [...suspects]) : hashes.execute());
  return new Map(rows.map(({ itemId, hash }) => [itemId, hash]));
}

/** Ids of the items that differ from what was recorded, oldest first, and the live items that were compared, by id. */
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
  return { ...changes, live: new Map(live.map((one) => [one.id, one])), recorded, keys };
}

type ReleaseChanges = Awaited<ReturnType<typeof findChanges>>;

async function readRows(tx: Tx, ids: string[]): Promise<Map<string, ChangeRow>> {
  const rows = await selectByItem(tx.selectFrom('changes').selectAll(), ids);
  return new Map(rows.map((row) => [row.itemId, row]));
}

/** A row for each change; retractions come last. */
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
  for (const some of inChunks(rows, chunkSize)) {
    await tx
      .insertInto('changes')
      .values(some)
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
  const gone = await tx
    .deleteFrom('changes')
    .where('hash', 'is', null)
    .where('at', '<', now - tombstoneMs)
    .returning(['itemId', 'number'])
    .execute();
  return {
    ids: gone.map(({ itemId }) => itemId),
    newest: gone.reduce((newest, { number }) => Math.max(newest, number), 0),
  };
}

/** Gives how many items changed. Sidecars that share a store record each release once between them. */
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
    const known = await readRows(tx, ids);
    const changed = toChangeRows(changes, known, log, now);
    await upsertRows(tx, changed);
    const gone = await deleteTombstones(tx, now);
    await onChanges(tx, { ...classifyChanges(known, changed), forgotten: gone.ids }, now, release);
    await tx
      .updateTable('changeLog')
      .set({
        number: log.number + changed.length,
        forgotten: Math.max(log.forgotten, gone.newest),
        release: release.id,
        contentAt: Math.max(log.contentAt, release.content.changedAt),
        contentDigest: release.content.digest,
        ...(changed.length > 0 && { changedAt: now }),
      })
      .execute();
    return changed.length;
  });
  // Another sidecar may have recorded it: then nothing is known of it here.
  Object.assign(last, keys ? { release: release.id, items: release.index.items, keys } : { items: undefined });
  return count;
}

/**
 * To be called again and again: looks at the store only after a switch of release. In a fleet what changed is recorded
 * once it can be seen everywhere; a machine that is behind has nothing to record.
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
    // Before the first one there is no log that a client could read.
    if (!(await isEverywhere(release.id)) && (await readNewestContent(db))) return;
    await recordRelease(db, release, now(), onChanges, last);
    recorded = release.id;
  };
}
