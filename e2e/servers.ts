// Starts the web servers that a test puts before the sidecar, each in a folder of its own, gone afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { freePort, type RunningRoom } from './room.ts';

export interface Server {
  origin: string;
  /** Its logs, once it has stopped. */
  log?: () => string;
  stop: () => Promise<void>;
}

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The answer as it came, nothing decoded or followed. */
export const ask = (origin: string, { method = 'GET', path, headers = {}, body }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined;

async function start(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  port: number,
  folder: string,
): Promise<Server> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text));
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${said}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    said += await readFile(join(folder, 'access.log'), 'utf8').catch(() => '');
    await rm(folder, { recursive: true, force: true });
  };
  return { origin: `http://127.0.0.1:${port}`, stop, log: () => said };
}

/** The block of the deployment guide, at the places of a test and without its certificate. */
async function guideNginx(places: Record<string, string>): Promise<string> {
  const guide = await readFile(new URL('../sidecar/console/guides/deployment.md', import.meta.url), 'utf8');
  const block = /```nginx\n([^]*?)```/.exec(guide)![1]!.replace(/^ *ssl_certificate.*$/gm, '');
  return Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), block);
}

export async function startNginx({ baseUrl, dist }: RunningRoom): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-nginx-'));
  const port = await freePort();
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Started by root, nginx would read the files as another user, who may not enter a temporary folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const config = `
${user}daemon off; pid ${folder}/pid; worker_processes 1; error_log stderr warn;
events {}
http {
  access_log off; ${scratch.join(' ')}
  ${await guideNginx({ '/srv/greenroom/dist': dist, '127.0.0.1:4321': new URL(baseUrl).host, '443 ssl': `127.0.0.1:${port}` })}
}`;
  const included = join(dist, 'nginx', 'rules', 'server.conf');
  const rules = await readFile(included, 'utf8');
  await writeFile(join(folder, 'server.conf'), rules.replaceAll('/var/log/nginx', folder));
  await writeFile(join(folder, 'nginx.conf'), config.replace(included, join(folder, 'server.conf')));
  return start('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], process.env, port, folder);
}

export async function startCaddy({ baseUrl, dist }: RunningRoom): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-caddy-'));
  const port = await freePort();
  await mkdir(join(folder, 'home'));
  await writeFile(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tauto_https off\n}\nimport ${join(dist, 'caddy', 'rules', 'Caddyfile')}\n`,
  );
  const env = {
    ...process.env,
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    GREENROOM_DIST: dist,
    GREENROOM_SITE: `http://127.0.0.1:${port}`,
    GREENROOM_SIDECAR: new URL(baseUrl).host,
  };
  return start('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], env, port, folder);
}

type Fetch = (request: Request) => Promise<Response>;

/** A server of the kind that runs edge functions: requests become `Request`, answers come from `Response`. */
async function serveFetch(answer: Fetch): Promise<Server> {
  const server = createServer(async (req, res) => {
    const body = await buffer(req);
    const request = new Request(`http://${req.headers.host}${req.url}`, {
      method: req.method!,
      headers: Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    const response = await answer(request);
    res.writeHead(response.status, Object.fromEntries(response.headers));
    res.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const stop = () => new Promise<void>((done) => void server.close(() => done()));
  return { origin: `http://127.0.0.1:${port}`, stop };
}

/** The file at a path of the deployed folder as a host of static files gives it. */
async function staticFile(folder: string, path: string): Promise<Response> {
  const bytes = await readFile(join(folder, normalize(path))).catch(() => undefined);
  return bytes ? new Response(bytes, { headers: { etag: '"of-the-host"' } }) : new Response(null, { status: 404 });
}

/** Pages redirects the file of a page to its address, and finds the file by the address. */
async function pagesAsset(folder: string, url: URL): Promise<Response> {
  if (url.pathname.endsWith('.html')) return Response.redirect(new URL(url.pathname.slice(0, -5), url), 308);
  const found = await staticFile(folder, url.pathname);
  return found.ok ? found : staticFile(folder, url.pathname === '/' ? '/index.html' : `${url.pathname}.html`);
}

const edgeFile = (dist: string, name: string) => import(pathToFileURL(join(dist, name)).href);

export async function startCloudflare({ baseUrl, dist }: RunningRoom): Promise<Server> {
  const { default: worker } = await edgeFile(dist, 'cloudflare/public/_worker.js');
  const folder = join(dist, 'cloudflare', 'public');
  const env = { ASSETS: { fetch: (url: URL) => pagesAsset(folder, url) }, SIDECAR_ORIGIN: baseUrl };
  return serveFetch((request) => worker.fetch(request, env));
}

export async function startNetlify({ baseUrl, dist }: RunningRoom): Promise<Server> {
  const { default: handle } = await edgeFile(dist, 'netlify/edge-functions/greenroom.js');
  const folder = join(dist, 'netlify', 'public');
  Object.assign(globalThis, { Netlify: { env: { get: () => baseUrl } } });
  const next = (request: Request) => staticFile(folder, new URL(request.url).pathname);
  return serveFetch((request) => handle(request, { next }));
}
