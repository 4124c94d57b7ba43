// Starts a whole room for a test: a content folder of its own, built and served on a free port, gone afterwards.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isCommand } from '../scripts/commands/table.ts';
import { runInMemory } from '../scripts/test-io.ts';
import { readStartSettings } from '../sidecar/settings/start-settings.ts';
import { start } from '../sidecar/start.ts';
import { releaseIn } from './release.ts';
import { reuseRelease, retainRelease, takeSlot } from './room-slots.ts';
import { until } from './until.ts';

export { freePort } from './room-slots.ts';

const root = resolve(import.meta.dirname, '..');
const runFile = promisify(execFile);

/** For tests that are not about rates. */
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
  /** Everything that the sidecar printed since it was started, with its log. */
  printed: () => string;
  /** Stops the sidecar in order and starts it again. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A room whose sidecar is a process, for tests about processes. */
export interface RoomProcess extends Omit<RunningRoom, 'restart'> {
  /** Ends the sidecar with this signal and starts it again. */
  restart: (signal: Signal) => Promise<void>;
  sidecar: () => Sidecar;
}

type Signal = 'SIGTERM' | 'SIGKILL' | 'SIGINT';

/** Runs a script to its end in a process of its own; gives what it printed. */
export async function node(env: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runFile(process.execPath, [script, ...args], { cwd: root, env, maxBuffer: 1 << 26 });
  return stdout + stderr;
}

/**
 * Runs a command of the program in this process; gives what it printed. One that fails rejects with it, as `node`
 * does.
 */
export async function command(env: NodeJS.ProcessEnv, name: string, ...args: string[]): Promise<string> {
  if (!isCommand(name)) throw new Error(`There is no command ${name}.`);
  // Options for Node need a process of their own.
  if (env.NODE_OPTIONS) return node(env, 'scripts/main.ts', name, ...args);
  const { code, out, err } = await runInMemory(env, name, ...args);
  if (code === 0) return out + err;
  const failure = new Error(`Command failed: ${[name, ...args].join(' ')}\n${err}`);
  throw Object.assign(failure, { code, stdout: out, stderr: err });
}

export interface Sidecar {
  pid: number;
  printed: () => string;
  /** Resolves when the room accepts requests. */
  ready: Promise<void>;
  /** Resolves with the exit code once the process has ended. */
  exited: Promise<number | null>;
  /** Gives the exit code. */
  end: (signal: Signal) => Promise<number | null>;
}

export interface LaunchOptions {
  /** The process leads a group, so that its children can be killed with it. */
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

const example = join(root, 'content', 'example');

/**
 * Builds a room that nobody serves yet. `content` is copied, and `files` are added to it; settings are joined to the
 * environment.
 */
export async function makeRoom(
  content = example,
  settings: Record<string, string> = {},
  files: Record<string, string> = {},
): Promise<Room> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-'));
  const slot = await takeSlot();
  const env = {
    ...process.env,
    ...foldersIn(folder),
    HOST: '127.0.0.1',
    PORT: String(slot.port),
    BASE_URL: '',
    INGEST_MINUTES: '0',
    ...settings,
  };
  const build = () => command(env, 'build');
  const rebuild = async () => (await command(env, 'ingest')) + (await build());
  await cp(content, env.CONTENT_DIR, { recursive: true, filter: (path) => !path.endsWith('.build') });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(env.CONTENT_DIR, name)), { recursive: true });
    await writeFile(join(env.CONTENT_DIR, name), text);
  }
  const kind = content === example ? 'example' : 'other';
  reuseRelease(slot, kind, env.DIST_DIR);
  await (kind === 'example' ? build() : rebuild());
  retainRelease(slot, kind, env.DIST_DIR);
  return {
    baseUrl: `http://127.0.0.1:${env.PORT}`,
    content: env.CONTENT_DIR,
    dist: env.DIST_DIR,
    env,
    rebuild,
    remove: async () => {
      // The builder of a sidecar that was killed may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      slot.isTaken = false;
    },
  };
}

/** Builds a room again, and waits until its sidecar serves the new release. */
async function rebuildServed(room: Pick<Room, 'baseUrl' | 'dist' | 'rebuild'>): Promise<string> {
  const output = await room.rebuild();
  await until(async () => {
    const response = await fetch(`${room.baseUrl}/readyz`);
    const { release } = (await response.json()) as { release?: string };
    return release === releaseIn(room.dist)?.name;
  }, 'the new release is served');
  return output;
}

/** Starts a room in this process. */
export async function startRoom(...made: Parameters<typeof makeRoom>): Promise<RunningRoom> {
  const { remove, ...room } = await makeRoom(...made);
  let printed = '';
  const print = (text: string) => void (printed += text);
  const startHere = () => {
    printed = '';
    return start(readStartSettings(room.env, root), {
      print,
      warn: (line) => print(`${line}\n`),
      report: () => {},
      fail: (message) => {
        throw new Error(message);
      },
      log: { write: print },
    });
  };
  let running = await startHere().catch(async (error: Error) => {
    await remove();
    throw error;
  });
  return {
    ...room,
    rebuild: () => rebuildServed(room),
    printed: () => printed,
    restart: async () => {
      await running.stop();
      running = await startHere();
    },
    stop: async () => {
      await running.stop();
      await remove();
    },
  };
}

/** Starts a room with its sidecar in a process of its own. */
export async function startRoomProcess(...made: Parameters<typeof makeRoom>): Promise<RoomProcess> {
  const { remove, ...room } = await makeRoom(...made);
  let sidecar = await serve(room.env);
  return {
    ...room,
    rebuild: () => rebuildServed(room),
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
