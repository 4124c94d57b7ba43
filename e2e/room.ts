// Starts a whole room for a test: a content folder of its own, built and served on a free port, gone afterwards.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const runFile = promisify(execFile);

export interface RunningRoom {
  baseUrl: string;
  content: string;
  dist: string;
  env: NodeJS.ProcessEnv;
  /** Ingests and builds again; the running room takes the new release by itself. */
  rebuild: () => Promise<string>;
  /** Ends the sidecar with this signal and starts it again. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  stop: () => Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export async function node(env: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runFile(process.execPath, [script, ...args], { cwd: root, env, maxBuffer: 1 << 26 });
  return stdout + stderr;
}

async function serve(env: NodeJS.ProcessEnv): Promise<(signal: 'SIGTERM' | 'SIGKILL') => Promise<void>> {
  const sidecar = spawn(process.execPath, ['sidecar/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((done) => sidecar.once('exit', done));
  await Promise.race([
    new Promise((ready) => sidecar.stdout.once('data', ready)),
    exited.then((code) => Promise.reject(new Error(`the sidecar ended with ${code}`))),
  ]);
  return async (signal) => {
    sidecar.kill(signal);
    await exited;
  };
}

/** `content` is copied; settings are joined to the environment. */
export async function startRoom(
  content = join(root, 'content', 'example'),
  settings: Record<string, string> = {},
): Promise<RunningRoom> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-'));
  const port = await freePort();
  const env = {
    ...process.env,
    CONTENT_DIR: join(folder, 'content'),
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: '',
    INGEST_MINUTES: '0',
    ...settings,
  };
  await cp(content, env.CONTENT_DIR, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const rebuild = async () => (await node(env, 'scripts/ingest.ts')) + (await node(env, 'scripts/build.ts'));
  await rebuild();
  let end = await serve(env);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    content: env.CONTENT_DIR,
    dist: env.DIST_DIR,
    env,
    rebuild,
    restart: async (signal) => {
      await end(signal);
      end = await serve(env);
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** POSTs JSON to a path of the room. */
export const postJson = (room: RunningRoom, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(room.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
