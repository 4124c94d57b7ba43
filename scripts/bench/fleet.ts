// A fleet: what an approval costs in bytes and CPU, how soon an empty web machine answers, and CPU for each request
// of one, two and three web machines. The bucket is a folder served over HTTP, so that it costs next to nothing.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createReleaseSender } from '../../sidecar/features/fleet/send-release.ts';
import type { ListedBucket } from '../../sidecar/outgoing/bucket.ts';
import { readLiveFacts } from '../../sidecar/release/room-db.ts';
import { openStore } from '../../sidecar/storage/store.ts';
import { buildRoom } from './builds.ts';
import { cpuSecondsOf, type Env } from './children.ts';
import { generateContent, generatedItem, writeItem } from './generate.ts';
import type { Load } from './load.ts';
import type { Row } from './report.ts';
import { withPostgres } from './rooms.ts';
import { type Server, startSidecar } from './servers.ts';

interface TrafficCount {
  requests: number;
  bytes: number;
}

const none = (): TrafficCount => ({ requests: 0, bytes: 0 });

/** Counts what the builder uploads and what machines download. */
async function openFolderBucket(folder: string) {
  const put = none();
  const got = none();
  const bucket: ListedBucket = {
    get: (key) => readFile(join(folder, key)).catch(() => undefined),
    put: async (key, body) => {
      put.requests++;
      put.bytes += body.length;
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), body);
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    list: async (prefix) => {
      const entries = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      return Promise.all(files.map(async (file) => ({ key: relative(folder, file), size: (await stat(file)).size })));
    },
  };
  const server = createServer(async (request, response) => {
    const file = join(folder, decodeURIComponent(request.url!.replace('/fleet/', '')));
    const size = await stat(file).then(
      ({ size }) => size,
      () => -1,
    );
    if (size < 0) return void response.writeHead(404).end();
    got.requests++;
    got.bytes += size;
    response.writeHead(200, { 'content-length': size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fleet`;
  return { bucket, url, put, got, close: () => server.closeAllConnections() ?? server.close() };
}

const pollMs = 20;
const webs = [1, 2, 3];
const approvals = 2;

async function waitUntilServed(server: Server, id: string): Promise<void> {
  for (;;) {
    const newest = await fetch(`${server.origin}/api/agent/content-index?limit=1`).catch(() => undefined);
    if (newest?.ok && (await newest.text()).includes(id)) return;
    await sleep(pollMs);
  }
}

interface Parts {
  items: number;
  folder: string;
  env: Env;
  load: Load;
  seconds: number;
}

/** From an empty folder to the first response with the newest item, and after it until all files are there. */
async function startWeb({ folder, env }: Parts, name: string, id: string) {
  const dist = join(folder, name, 'dist');
  const folders = { DIST_DIR: dist, DATA_DIR: join(folder, name, 'data'), CONTENT_DIR: join(folder, name, 'content') };
  const started = performance.now();
  const server = await startSidecar({ ...env, ...folders, ROLE: 'web' });
  await waitUntilServed(server, id);
  return { server, seconds: (performance.now() - started) / 1000 };
}

/** Pause after the first response, while the machine works in the background. */
async function untilFilled({ got }: { got: TrafficCount }): Promise<void> {
  for (let before = -1; before !== got.requests; await sleep(1000)) before = got.requests;
}

async function approveOne(parts: Parts, n: number): Promise<string> {
  const { item, ...file } = generatedItem(parts.items + n, parts.items);
  await writeItem(parts.env.CONTENT_DIR!, { item, ...file });
  await buildRoom(parts.env);
  return item.id;
}

async function measureApprovals(
  parts: Parts,
  send: () => Promise<boolean>,
  server: Server,
  { put, got }: Record<'put' | 'got', TrafficCount>,
): Promise<Row[]> {
  const { items } = parts;
  const least = { sent: Infinity, fetched: Infinity, requests: Infinity, sending: Infinity, taking: Infinity };
  for (let n = 1; n <= approvals; n++) {
    const id = await approveOne(parts, n);
    const before = { put: put.bytes, got: { ...got }, cpu: process.cpuUsage(), web: cpuSecondsOf(server.pid) };
    await send();
    const { user, system } = process.cpuUsage(before.cpu);
    await waitUntilServed(server, id);
    least.sent = Math.min(least.sent, put.bytes - before.put);
    least.fetched = Math.min(least.fetched, got.bytes - before.got.bytes);
    least.requests = Math.min(least.requests, got.requests - before.got.requests);
    least.sending = Math.min(least.sending, (user + system) / 1000);
    least.taking = Math.min(least.taking, (cpuSecondsOf(server.pid) - before.web) * 1000);
  }
  return [
    { items, name: 'an approval, sent', value: least.sent / 1024, unit: 'KiB' },
    { items, name: 'an approval, fetched by each web machine', value: least.fetched / 1024, unit: 'KiB' },
    { items, name: 'an approval, requests of each web machine', value: least.requests, unit: '' },
    { items, name: 'an approval, CPU of sending', value: least.sending, unit: 'ms' },
    { items, name: 'an approval, CPU of each web machine', value: least.taking, unit: 'ms' },
  ];
}

async function measureParts({ env, ...rest }: Parts, databaseUrl: string): Promise<Row[]> {
  const { items, folder, load, seconds } = rest;
  const { bucket, url, put, got, close } = await openFolderBucket(join(folder, 'bucket'));
  const keys = { FLEET_KEY_ID: 'bench', FLEET_SECRET: 'bench', FLEET_REGION: 'bench' };
  const parts: Parts = { ...rest, env: { ...env, ...keys, FLEET_BUCKET: url } };
  const store = await openStore({ databaseUrl, file: '' });
  const servers: Server[] = [];
  try {
    const dist = parts.env.DIST_DIR!;
    const sendNumber = createReleaseSender({ dist, bucket, db: store.db, onMove: async () => {} });
    const send = () => sendNumber(readLiveFacts(dist)!.number);
    const newest = await approveOne(parts, 0);
    await send();
    const { server, seconds: cold } = await startWeb(parts, 'web1', newest);
    servers.push(server);
    const first = { ...got };
    await untilFilled({ got });
    const rows: Row[] = [
      { items, name: 'empty web machine, first correct response', value: cold, unit: 's' },
      { items, name: 'empty web machine, fetched until then', value: first.bytes / 1024 ** 2, unit: 'MiB' },
      { items, name: 'release in the bucket', value: put.bytes / 1024 ** 2, unit: 'MiB' },
    ];
    rows.push(...(await measureApprovals(parts, send, server, { put, got })));
    for (const name of ['web2', 'web3']) servers.push((await startWeb(parts, name, '')).server);
    await untilFilled({ got });
    rows.push(...(await measureWebs(items, servers, load, seconds)));
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    await store.close();
    close();
  }
}

/**
 * On fewer cores than processes the rate cannot grow: CPU for each request shows whether machines hinder each other.
 */
async function measureWebs(items: number, servers: Server[], load: Load, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const howMany of webs) {
    const measuredServers = servers.slice(0, howMany);
    const cpuOf = () => measuredServers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
    const before = cpuOf();
    const path = '/api/agent/content-index?limit=20';
    const figures = await Promise.all(measuredServers.map(({ origin }) => load({ url: origin + path }, seconds)));
    const value = figures.reduce((sum, figure) => sum + figure.value, 0);
    const cpuUs = ((cpuOf() - before) * 1e6) / (value * seconds);
    rows.push({ items, name: `${howMany} web machines, newest 20`, value, unit: 'req/s', cpuUs });
  }
  return rows;
}

/** `folder` may have content, and what was built of it. */
export async function measureFleet(parts: Omit<Parts, 'env'>): Promise<Row[]> {
  const content = join(parts.folder, 'content');
  const folders = { CONTENT_DIR: content, DIST_DIR: join(parts.folder, 'dist'), DATA_DIR: join(parts.folder, 'data') };
  if ((await stat(content).catch(() => undefined)) === undefined) await generateContent(content, parts.items);
  const settings = { INGEST_MINUTES: '0', ALLOWED_HOSTS: '127.0.0.1', BASE_URL: 'http://room.example' };
  return withPostgres((url) => measureParts({ ...parts, env: { ...settings, ...folders, DATABASE_URL: url } }, url));
}
