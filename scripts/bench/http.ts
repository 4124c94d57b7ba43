// Measures requests per second and p99 of the sidecar, compared with a bare node:http server that sends the same bytes.
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpuSeconds, type Env, residentMiB } from './children.ts';
import { commonTag } from './generate.ts';
import { type Load, measureRounds, type Target } from './load.ts';
import type { Row } from './report.ts';
import { fetchRaw, type Recording, type Server, startBare, startSidecar, writeRecordings } from './servers.ts';

export interface HttpOptions {
  items: number;
  folder: string;
  env: Env;
  load: Load;
  /** Seconds of load for each server, case and round. */
  seconds: number;
  rounds: number;
}

/** Pause after a start, until background work is done and its memory is released. */
const untilRestMs = 20_000;

const filtered = `tag=${commonTag}&type=article&dateFrom=2019-01-01&dateTo=2024-12-31&limit=20`;

const toFileName = (name: string): string => name.replace(/\W+/g, '-');

async function listAddresses({ origin }: Server): Promise<Record<string, string>> {
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

/** Builds the request for one server, whose validator may differ from that of the other. */
async function prepareRequest({ pid, origin }: Server, path: string, is304: boolean): Promise<RequestSpec> {
  const url = origin + path;
  const { etag } = await fetchRaw(url);
  return { pid, target: is304 ? { url, headers: { 'If-None-Match': etag! } } : { url } };
}

/**
 * Returns the path of a case on the bare server, which chooses the response by its path alone. It is no longer than on
 * the sidecar, since a longer path takes longer to parse.
 */
const barePath = (name: string, path: string): string => (name === '304' ? `${path}/304` : path);

async function recordResponses(sidecar: Server, paths: Record<string, string>): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const plain = await fetchRaw(sidecar.origin + path);
    const is304 = name === '304';
    const answer = is304 ? await fetchRaw(sidecar.origin + path, { 'If-None-Match': plain.etag! }) : plain;
    if (answer.status !== (is304 ? 304 : 200)) throw new Error(`${path} answers ${answer.status}`);
    recordings.push({ ...answer, body: plain.body, path: barePath(name, path), file: toFileName(name) });
  }
  return recordings;
}

/** Measures each case on both servers in turn, and the start and memory of the sidecar. */
export async function measureHttp(options: HttpOptions): Promise<Row[]> {
  const { items, folder, env } = options;
  // The first start of a room also records every item in the database.
  const first = await startSidecar(env);
  await first.stop();
  const sidecar = await startSidecar(env);
  const rows: Row[] = [
    { items, name: 'sidecar start, on a new store', value: first.readyMs, unit: 'ms' },
    { items, name: 'sidecar start', value: sidecar.readyMs, unit: 'ms' },
    { items, name: 'sidecar start, CPU', value: readCpuSeconds(sidecar.pid) * 1000, unit: 'ms' },
  ];
  await sleep(untilRestMs);
  rows.push({ items, name: 'sidecar memory at rest', value: residentMiB(sidecar.pid), unit: 'MiB' });
  const paths = await listAddresses(sidecar);
  await writeRecordings(folder, await recordResponses(sidecar, paths));
  const bare = await startBare(folder);
  for (const [name, path] of Object.entries(paths)) {
    const is304 = name === '304';
    const requests = {
      'node:http': await prepareRequest(bare, barePath(name, path), is304),
      here: await prepareRequest(sidecar, path, is304),
    };
    const { here, ...comparison } = await measureRounds(requests, options);
    rows.push({ items, name, unit: '/s', ...here, comparison });
  }
  rows.push({ items, name: 'sidecar memory under load', value: residentMiB(sidecar.pid), unit: 'MiB' });
  for (const server of [sidecar, bare]) await server.stop();
  return rows;
}
