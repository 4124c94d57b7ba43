// A generated directory, written straight into the store: members with terms, and ten items of each.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { toSearchWords } from '../../sidecar/features/nexus/item-changes.ts';
import { tenantIdOf } from '../../sidecar/features/nexus/room-profile.ts';
import { creatorTerms } from '#domain/nexus/terms.ts';
import { chanceOf, keywords, pick, sentence } from './words.ts';

export const itemsOfEach = 10;
const newest = Date.UTC(2026, 0, 1);
const minute = 60_000;

type Row = SQLInputValue[];
interface Batch {
  members: Row[];
  memberTerms: Row[];
  memberItems: Row[];
}

const columns = {
  members: `"tenantId", origin, host, status, name, "oneLiner", topics, "mediaRoomUrl", "bookingRequestUrl", "profileUrl",
    "sortName", rank, "registeredAt", "seenAt", failures, "nextVisitAt", "claimedUntil", "itemCount"`,
  memberTerms: '"tenantId", term, rank, "sortName"',
  memberItems: '"tenantId", "itemId", type, title, url, date, summary, topics, "topicKeys"',
};
type Table = keyof typeof columns;

/** Words with frequencies of 1/n. The first occurs in a seventh of all members. */
export const benchTopics = keywords.flatMap((word) => [word, `${word} today`, `the ${word} letter`]);

function topicsOf(chance: () => number): string[] {
  const rank = () => Math.floor(benchTopics.length ** chance()) - 1;
  return [...new Set([1, 2, 3, 4].map(() => benchTopics[rank()]!))];
}

function addItems(batch: Batch, n: number, origin: string, tenantId: string): void {
  for (let i = 0; i < itemsOfEach; i++) {
    const chance = chanceOf(n * itemsOfEach + i);
    const date = new Date(newest - chance() * 3e11).toISOString().slice(0, 10);
    const title = sentence(chance, 6);
    const summary = sentence(chance, 14);
    const topics = JSON.stringify([pick(chance, keywords)]);
    batch.memberItems.push([
      tenantId,
      `i${i}`,
      'article',
      title,
      `${origin}/articles/i${i}`,
      date,
      summary,
      topics,
      topics,
    ]);
  }
}

function addMember(batch: Batch, n: number): void {
  const chance = chanceOf(n);
  const origin = `https://room-${n}.example`;
  const tenantId = tenantIdOf(origin);
  const name = `${sentence(chance, 2)} ${n}`;
  const oneLiner = sentence(chance, 8);
  const topics = topicsOf(chance);
  const rank = -(newest - Math.floor(chance() * 500_000) * minute);
  const sortName = name.toLowerCase();
  batch.members.push([
    ...[tenantId, origin, `room-${n}.example`, 'active', name, oneLiner, JSON.stringify(topics), `${origin}/`],
    ...[`${origin}/api/agent/booking-request`, `${origin}/api/agent/profile`, sortName, rank, newest, newest],
    ...[0, Number.MAX_SAFE_INTEGER, 0, itemsOfEach],
  ]);
  for (const term of creatorTerms({ name, oneLiner, topics })) batch.memberTerms.push([tenantId, term, rank, sortName]);
  addItems(batch, n, origin, tenantId);
}

function* batches(members: number): Generator<Batch> {
  const rowsAtOnce = 1000;
  for (let from = 0; from < members; from += rowsAtOnce) {
    const batch: Batch = { members: [], memberTerms: [], memberItems: [] };
    for (let n = from; n < Math.min(members, from + rowsAtOnce); n++) addMember(batch, n);
    yield batch;
  }
}

const tables: Table[] = ['members', 'memberTerms', 'memberItems'];

export function fillSqlite(file: string, members: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -400000');
  const insert = (table: Table, width: number) =>
    database.prepare(`insert into "${table}" (${columns[table]}) values (${Array(width).fill('?').join(', ')})`);
  const words = database.prepare('insert into "memberWords" (rowid, title, rest) values (?, ?, ?)');
  for (const batch of batches(members)) {
    database.exec('begin');
    for (const table of tables) {
      const statement = insert(table, batch[table][0]!.length);
      for (const row of batch[table]) {
        const { lastInsertRowid } = statement.run(...row);
        const [title, rest] = [row[3], `${row[6]} ${row[7]}`].map((text) => toSearchWords(String(text)));
        if (table === 'memberItems') words.run(BigInt(lastInsertRowid), title!, rest!);
      }
    }
    database.exec('commit');
  }
  database.exec('pragma wal_checkpoint(truncate); analyze');
  database.close();
}

/** Each column as an array, so that one statement writes many rows. */
function insertMany(table: Table, rows: Row[]): [string, unknown[]] {
  const types = rows[0]!.map((value) => (typeof value === 'number' ? 'bigint[]' : 'text[]'));
  const arrays = rows[0]!.map((_, column) => rows.map((row) => row[column]));
  const from = `unnest(${types.map((type, n) => `$${n + 1}::${type}`).join(', ')})`;
  const [words, made] =
    table === 'memberItems'
      ? [', words', `, setweight(to_tsvector('simple', c4), 'A') || to_tsvector('simple', c7 || ' ' || c8)`]
      : ['', ''];
  const names = types.map((_, n) => `c${n + 1}`).join(', ');
  return [
    `insert into "${table}" (${columns[table]}${words}) select ${names}${made} from ${from} as t(${names})`,
    arrays,
  ];
}

export async function fillPostgres(url: string, members: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set synchronous_commit = off');
  for (const batch of batches(members)) {
    for (const table of tables) await client.query(...insertMany(table, batch[table]));
  }
  await client.query('vacuum analyze');
  await client.end();
}
