// Starts the servers that are compared: the sidecar and a bare node:http server.
import { get } from 'node:http';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { buildSidecarProgram } from '../build/sidecar-program.ts';
import { freePort } from '../free-port.ts';
import { root } from '../settings.ts';
import type { RecordedResponse } from './bare.ts';
import { type Env, type RunningServer, start } from './children.ts';

export interface Server extends RunningServer {
  origin: string;
}

export async function startSidecar(env: Env): Promise<Server> {
  const port = String(await freePort());
  const program = [await buildSidecarProgram(process)];
  const running = await start(process.execPath, program, { cwd: root, env: { ...env, PORT: port } });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

export interface RawResponse {
  status: number;
  /** Names and values in turn, in the order received. */
  headers: string[];
  etag: string | undefined;
  body: Buffer;
}

export const fetchRaw = (url: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  new Promise((done, fail) => {
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      const { statusCode: status = 0, rawHeaders } = response;
      const etag = response.headers.etag;
      response.on('end', () => done({ status, headers: rawHeaders, etag, body: Buffer.concat(chunks) }));
    }).on('error', fail);
  });

/** Headers that node:http sets by itself. */
const nodeHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

const withoutNodeHeaders = (flat: string[]): string[] =>
  flat.filter((_, i) => !nodeHeaders.includes(flat[i - (i % 2)]!.toLowerCase()));

export interface Recording extends RawResponse {
  /** Path at which the bare server serves the response. */
  path: string;
  /** Name of the file that contains the body. */
  file: string;
}

/** Writes the responses for the bare server, each body as a file. */
export async function writeRecordings(folder: string, recordings: Recording[]): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true });
  const records: RecordedResponse[] = [];
  for (const { path, file: name, status, headers, body } of recordings) {
    const file = join(folder, 'files', name);
    await writeFile(file, body);
    records.push([path, status, withoutNodeHeaders(headers), file]);
  }
  await writeFile(join(folder, 'records.json'), JSON.stringify(records));
}

export async function startBare(folder: string): Promise<Server> {
  const port = String(await freePort());
  const running = await start(process.execPath, ['scripts/bench/bare.ts', port, join(folder, 'records.json')], {
    cwd: root,
  });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}
