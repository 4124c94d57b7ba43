// The yardstick of booking requests: node:http that parses a body, commits one row and answers, and nothing else.
// Started as a process of its own with the port and the store: postgres://… or the file of an SQLite database.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const [port, store] = process.argv.slice(2) as [string, string];
const columns = ['id', 'status', 'showName', 'showUrl', 'timeframe', 'message', 'source', 'createdAt', 'updatedAt'];
const table = `create table bare (${columns.join(' text, ')} text)`;

type Insert = (values: string[]) => unknown;

function intoSqlite(): Insert {
  const database = new DatabaseSync(store);
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; ${table};`);
  const insert = database.prepare(`insert into bare values (${columns.map(() => '?').join()})`);
  return (values) => insert.run(...values);
}

async function intoPostgres(): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: store, max: 10 });
  await pool.query(table);
  const insert = `insert into bare values (${columns.map((_, n) => `$${n + 1}`).join()})`;
  return (values) => pool.query(insert, values);
}

const insert = await (store.startsWith('postgres') ? intoPostgres() : intoSqlite());

createServer(async (request, response) => {
  const { showName, showUrl, timeframe, message } = JSON.parse(await text(request));
  const requestId = randomUUID();
  const now = String(Date.now());
  await insert([requestId, 'received', showName, showUrl, timeframe, message, 'agent', now, now]);
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ requestId, status: 'received' }));
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
