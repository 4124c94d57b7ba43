// Starts a whole room for a test: a content folder of its own, built and served on a free port, gone afterwards.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { takePlace } from './built-rooms.ts';
import { runWarm } from './warm-commands.ts';

const root = resolve(import.meta.dirname, '..');
const runFile = promisify(execFile);

/** Where rates are not what is tested: rooms with the same rates can be one. */
export const manyRequests = ['action', 'guestKit', 'l402', 'mcp', 'nexus', 'quote', 'search', 'transcribe']
  .map((name) => `${name}=1000000`)
  .join();

export interface Room {
  baseUrl: string;
  content: string;
  dist: string;
  env: NodeJS.ProcessEnv;
  /** Ingests and builds again; the running room switches to the new release. */
  rebuild: () => Promise<string>;
  remove: () => Promise<void>;
}

export interface RunningRoom extends Omit<Room, 'remove'> {
  /** What the sidecar printed since it was started. */
  printed: () => string;
  /** Ends the sidecar with this signal and starts it again. */
  restart: (signal: Signal) => Promise<void>;
  stop: () => Promise<void>;
  sidecar: () => Sidecar;
}

type Signal = 'SIGTERM' | 'SIGKILL' | 'SIGINT';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export async function node(env: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<string> {
  const warm = script === 'scripts/main.ts' && (await runWarm(env, args));
  if (warm) {
    if (warm.code === 0) return warm.stdout + warm.stderr;
    throw Object.assign(new Error(`Command failed: ${args.join(' ')}\n${warm.stderr}`), warm);
  }
  const { stdout, stderr } = await runFile(process.execPath, [script, ...args], { cwd: root, env, maxBuffer: 1 << 26 });
  return stdout + stderr;
}

export interface Sidecar {
  pid: number;
  printed: () => string;
  /** Until it listens. */
  ready: Promise<void>;
  /** Resolves with the exit code once the process has ended. */
  exited: Promise<number | null>;
  /** Gives the exit code. */
  end: (signal: Signal) => Promise<number | null>;
}

export interface LaunchOptions {
  /** What it starts can be killed with it, as one group of processes. */
  ownGroup?: boolean;
  /** Starts a Node, under conditions of the test's own. */
  command?: string[];
}

export function launch(
  env: NodeJS.ProcessEnv,
  { ownGroup = false, command = [process.execPath] }: LaunchOptions = {},
): Sidecar {
  const program = process.env.TEST_SIDECAR ?? 'sidecar/main.ts';
  const sidecar = spawn(command[0]!, [...command.slice(1), program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  sidecar.stderr.pipe(process.stderr);
  const exited = new Promise<number | null>((done) => sidecar.once('exit', done));
  let printed = '';
  for (const output of [sidecar.stdout, sidecar.stderr]) output.on('data', (text: Buffer) => (printed += text));
  const ready = Promise.race([
    new Promise<void>((listens) => sidecar.stdout.on('data', (text: Buffer) => text.includes('Console ') && listens())),
    exited.then((code) => Promise.reject(new Error(`the sidecar ended with ${code}`))),
  ]);
  // A test that kills it earlier does not wait for this.
  ready.catch(() => undefined);
  const end = (signal: Signal) => {
    sidecar.kill(signal);
    return exited;
  };
  return { pid: sidecar.pid!, printed: () => printed, ready, exited, end };
}

export async function serve(env: NodeJS.ProcessEnv, command?: string[]): Promise<Sidecar> {
  const sidecar = launch(env, { ...(command && { command }) });
  await sidecar.ready;
  return sidecar;
}

/** The three folders of a room that lies in `place`, as settings. */
export const foldersIn = (place: string) => ({
  CONTENT_DIR: join(place, 'content'),
  DIST_DIR: join(place, 'dist'),
  DATA_DIR: join(place, 'data'),
});

/** Builds a room that nobody serves yet. `content` is copied; settings are joined to the environment. */
export async function makeRoom(content: string, settings: Record<string, string> = {}): Promise<Room> {
  const place = await takePlace(content, settings);
  const folder = place?.folder ?? (await mkdtemp(join(tmpdir(), 'greenroom-')));
  const port = place?.port ?? (await freePort());
  const env = {
    ...process.env,
    ...foldersIn(folder),
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: '',
    INGEST_MINUTES: '0',
    ...settings,
  };
  if (!place?.isBuilt)
    await cp(content, env.CONTENT_DIR, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const rebuild = async () =>
    (await node(env, 'scripts/main.ts', 'ingest')) + (await node(env, 'scripts/main.ts', 'build'));
  if (!place?.isBuilt) await rebuild();
  if (place && !place.isBuilt) place.keep();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    content: env.CONTENT_DIR,
    dist: env.DIST_DIR,
    env,
    rebuild,
    remove: async () => (place ? place.remove() : rm(folder, { recursive: true, force: true })),
  };
}

export async function startRoom(
  content = join(root, 'content', 'example'),
  settings: Record<string, string> = {},
): Promise<RunningRoom> {
  const { remove, ...room } = await makeRoom(content, settings);
  let sidecar = await serve(room.env);
  return {
    ...room,
    printed: () => sidecar.printed(),
    restart: async (signal) => {
      await sidecar.end(signal);
      sidecar = await serve(room.env);
    },
    stop: async () => {
      await sidecar.end('SIGTERM');
      await remove();
    },
    sidecar: () => sidecar,
  };
}

/** POSTs JSON to a path of the room. */
export const postJson = (
  room: Pick<Room, 'baseUrl'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(room.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
