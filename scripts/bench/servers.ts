// The three servers that are compared: the sidecar, nginx with the same bytes as files, a bare node:http server.
import { get } from 'node:http';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { sidecarProgram } from '../build/sidecar-program.ts';
import { freePort } from '../free-port.ts';
import { root } from '../settings.ts';
import type { Recorded } from './bare.ts';
import { type Env, type Running, start } from './children.ts';

export interface Server extends Running {
  origin: string;
}

export async function startSidecar(env: Env): Promise<Server> {
  const port = String(await freePort());
  const program = [await sidecarProgram(process)];
  const running = await start(process.execPath, program, { cwd: root, env: { ...env, PORT: port } });
  return { ...running, origin: `http://127.0.0.1:${port}` };
}

export interface Answered {
  status: number;
  /** Flat, as they came. */
  headers: string[];
  etag: string | undefined;
  body: Buffer;
}

export const fetchRaw = (url: string, headers: Record<string, string> = {}): Promise<Answered> =>
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
const ownHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

const sameHeaders = (flat: string[]): string[] =>
  flat.filter((_, i) => !ownHeaders.includes(flat[i - (i % 2)]!.toLowerCase()));

export interface Recording extends Answered {
  /** Path at which the bare server answers with it. */
  address: string;
  /** Name of the file that nginx sends. */
  file: string;
}

/** Writes each answer's body as a file, for nginx and the bare server. */
export async function record(folder: string, answers: Recording[]): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true });
  const records: Recorded[] = [];
  for (const { address, file: name, status, headers, body } of answers) {
    const file = join(folder, 'files', name);
    await writeFile(file, body);
    records.push([address, status, sameHeaders(headers), file]);
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

const nginxConf = (folder: string, port: number): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; default_type application/json; keepalive_requests 100000000;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${port}; root ${folder}/files; }
}
`;

async function answers(url: string): Promise<void> {
  for (let left = 100; left > 0; left--) {
    if (await fetchRaw(url).catch(() => undefined)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`nginx does not answer at ${url}`);
}

export async function startNginx(folder: string): Promise<Server> {
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), nginxConf(folder, port));
  // nginx writes no line when it listens, so the shell writes one before it becomes nginx.
  const command = `echo starting; exec nginx -p '${folder}' -c '${folder}/nginx.conf'`;
  const PATH = `${process.env.PATH}:/usr/sbin`;
  const running = await start('sh', ['-c', command], { env: { PATH } });
  const origin = `http://127.0.0.1:${port}`;
  await answers(origin);
  return { ...running, origin };
}
