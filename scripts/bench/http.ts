// HTTP: requests a second and p99 of the sidecar, beside a bare node:http server with the same bytes.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf, type Env, residentMiB } from './children.ts';
import { commonTag } from './generate.ts';
import { type Load, middleRound, type Target } from './load.ts';
import type { Row } from './report.ts';
import { fetchRaw, record, type Recording, type Server, startBare, startSidecar } from './servers.ts';

export interface HttpOptions {
  items: number;
  folder: string;
  env: Env;
  load: Load;
  /** For each server, measure and round. */
  seconds: number;
  rounds: number;
}

/** Pause after a start, until background work is done and its memory is released. */
const untilRestMs = 20_000;

const filtered = `tag=${commonTag}&type=article&dateFrom=2019-01-01&dateTo=2024-12-31&limit=20`;

const keyOf = (name: string): string => name.replace(/\W+/g, '-');

async function addresses({ origin }: Server): Promise<Record<string, string>> {
  const { body } = await fetchRaw(`${origin}/api/agent/articles?limit=1`);
  const { items } = JSON.parse(body.toString()) as { items: { id: string }[] };
  return {
    index: '/api/agent',
    '304': '/api/agent',
    'newest 20': '/api/agent/content-index?limit=20',
    'tag + type + date': `/api/agent/content-index?${filtered}`,
    'one article': `/api/agent/articles/${items[0]!.id}`,
    'bundle, 1,000 lines': '/api/agent/content-index/bundle',
  };
}

interface RequestSpec {
  pid: number;
  target: Target;
}

/** Each server is asked with its own validator. */
async function ask({ pid, origin }: Server, path: string, is304: boolean): Promise<RequestSpec> {
  const url = origin + path;
  const { etag } = await fetchRaw(url);
  return { pid, target: is304 ? { url, headers: { 'If-None-Match': etag! } } : { url } };
}

/**
 * The sidecar's own address, since a longer one costs more to parse. The bare server finds an answer by its address
 * alone.
 */
const bareAddress = (name: string, path: string): string => (name === '304' ? `${path}/304` : path);

async function answersOf(sidecar: Server, paths: Record<string, string>): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const plain = await fetchRaw(sidecar.origin + path);
    const is304 = name === '304';
    const answer = is304 ? await fetchRaw(sidecar.origin + path, { 'If-None-Match': plain.etag! }) : plain;
    if (answer.status !== (is304 ? 304 : 200)) throw new Error(`${path} answers ${answer.status}`);
    recordings.push({ ...answer, body: plain.body, address: bareAddress(name, path), file: keyOf(name) });
  }
  return recordings;
}

/** Measures each case on both servers in turn, and the sidecar's start and memory. */
export async function measureHttp(options: HttpOptions): Promise<Row[]> {
  const { items, folder, env } = options;
  // The very first start of a room also notes every item in the store.
  const first = await startSidecar(env);
  await first.stop();
  const sidecar = await startSidecar(env);
  const rows: Row[] = [
    { items, name: 'sidecar start, on a new store', value: first.readyMs, unit: 'ms' },
    { items, name: 'sidecar start', value: sidecar.readyMs, unit: 'ms' },
    { items, name: 'sidecar start, CPU', value: cpuSecondsOf(sidecar.pid) * 1000, unit: 'ms' },
  ];
  await sleep(untilRestMs);
  rows.push({ items, name: 'sidecar memory at rest', value: residentMiB(sidecar.pid), unit: 'MiB' });
  const paths = await addresses(sidecar);
  await record(folder, await answersOf(sidecar, paths));
  const bare = await startBare(folder);
  for (const [name, path] of Object.entries(paths)) {
    const is304 = name === '304';
    const requests = {
      'node:http': await ask(bare, bareAddress(name, path), is304),
      here: await ask(sidecar, path, is304),
    };
    const { here, ...comparison } = await middleRound(requests, options);
    rows.push({ items, name, unit: '/s', ...here, comparison });
  }
  rows.push({ items, name: 'sidecar memory under load', value: residentMiB(sidecar.pid), unit: 'MiB' });
  for (const server of [sidecar, bare]) await server.stop();
  return rows;
}
