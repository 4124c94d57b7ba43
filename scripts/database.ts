// A PostgreSQL database of a test's own: on the server of the run where there is one, otherwise on a server of its own.
// Prints its address, and is gone when standard input ends.
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import pg from 'pg';

const server = process.env.TEST_POSTGRES_URL;

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

if (server) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = name;
  console.log(address.href);
  process.on('SIGINT', () => {}).on('SIGTERM', () => {});
  process.stdin.resume().on('end', () => void query(server, `drop database ${name} with (force)`));
} else await import('./postgres.ts');
