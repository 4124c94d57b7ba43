// Runs the room: the server under supervision, and beside it the commands that make what it serves.
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { restartExitCode } from '../../sidecar/settings/exit-codes.ts';
import type { ServerReport } from '../../sidecar/ops/parent-process.ts';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { scriptPath } from '../../sidecar/settings/root.ts';
import { type Io, type Output, printError } from '../io.ts';
import { clearRestartRequest, onRestartRequest } from './restart.ts';
import { supervise } from './supervisor.ts';

type Step = 'ingest' | 'build';
type Shutdown = (signal: NodeJS.Signals) => void;

/** The supervisor's knowledge of the room, sent by prepare-process.ts. */
export interface PreparedRoom {
  /** Added to the environment of the room. */
  env: NodeJS.ProcessEnv;
  /** Arguments of Node that start the server. */
  program: string[];
  dataDir: string;
  /** True if this machine builds. */
  builds: boolean;
}

/** Only a process that writes learns that nobody reads any more (`| head`): behind a pipe all output goes through this one. */
function isPiped({ fd }: Output): boolean {
  if (fd === undefined) return true;
  const output = fstatSync(fd);
  return output.isFIFO() || output.isSocket();
}

/** A process that a child has left behind may keep its output open. */
const flushTimeoutMs = 2000;

/** Starts children of the room; `lastWords` resolves when what they wrote has been passed on. */
function createStarter({ env, stdout }: Io) {
  const outputEnds: Promise<unknown>[] = [];
  function start(args: string[], channel: 'ipc'[]): ChildProcess {
    const isThroughHere = isPiped(stdout);
    const stdio: StdioOptions = ['inherit', isThroughHere ? 'pipe' : 'inherit', 'inherit', ...channel];
    const child = spawn(process.execPath, args, { cwd: resolveRoomDir(env), env, stdio });
    // Not `pipe()`: once nobody reads our output, it would block the child forever.
    if (isThroughHere) {
      child.stdout!.on('data', (piece: Buffer) => stdout.write(piece));
      outputEnds.push(once(child.stdout!, 'end'));
    }
    return child;
  }
  const flushOutput = () => Promise.race([Promise.all(outputEnds), sleep(flushTimeoutMs, undefined, { ref: false })]);
  return { start, lastWords: flushOutput };
}

const waitForExit = (child: ChildProcess): Promise<number> =>
  new Promise((done) => {
    child.on('exit', (code) => done(code ?? 1));
    child.on('error', () => done(1));
  });

/** Also when the process that started this one is gone, which its channel tells, or nobody reads the output any more. */
function onShutdown(end: Shutdown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', () => end('SIGTERM'));
  process.stdout.removeAllListeners('error').on('error', () => end('SIGTERM'));
  process.channel?.unref();
}

/**
 * The steps begin once the server has its port, so that a second start on it ends before it changes anything. Where the
 * server finds nothing to serve, the room is built in any case. Gives the exit code.
 */
async function runUntilEnd(
  io: Io,
  initialSteps: Step[],
  { program, builds }: PreparedRoom,
  onStart: (end: Shutdown) => void,
): Promise<number> {
  const { start, lastWords: flushOutput } = createStarter(io);
  let [stopped, serves] = [false, false];
  let failed: number | undefined;
  let step: ChildProcess | undefined;
  let steps: Promise<void> | undefined;

  async function runSteps(names: Step[]): Promise<void> {
    for (const name of names) {
      if (stopped) return;
      step = start([scriptPath('scripts/main.ts'), name], []);
      const code = await waitForExit(step);
      step = undefined;
      // What is there is built, whether or not its feeds could be read.
      if (code === 0 || stopped || name === 'ingest') continue;
      if (serves) return printError(io, 'The room goes on with the release that it has.');
      failed = code;
      return server.stop('SIGTERM');
    }
  }
  function onReport({ kind }: ServerReport): void {
    serves = kind === 'listening' || (kind === 'crashed' && serves);
    if (kind === 'crashed' || !builds) return;
    const firstSteps = steps ? [] : initialSteps;
    if (firstSteps.length === 0 && (serves || step)) return;
    const next = firstSteps.length > 0 ? firstSteps : (['build'] as Step[]);
    steps = (steps ?? Promise.resolve()).then(() => runSteps(next));
  }
  const server = supervise({ start: () => start(program, ['ipc']), print: (line) => printError(io, line), onReport });
  onStart((signal) => {
    stopped = true;
    step?.kill(signal);
    server.stop(signal);
  });
  const code = await server.ended;
  stopped = true;
  step?.kill('SIGTERM');
  await steps;
  await flushOutput();
  return failed ?? code;
}

/** Returns the exit code of a preparation that failed. */
async function prepareRoom(name: 'start' | 'serve', io: Io): Promise<PreparedRoom | number> {
  const { start, lastWords: flushOutput } = createStarter(io);
  const child = start([scriptPath('scripts/serve/prepare-process.ts'), name], ['ipc']);
  let prepared: PreparedRoom | undefined;
  child.on('message', (message) => (prepared = message as PreparedRoom));
  const code = await waitForExit(child);
  // Its message may be on its way still.
  if (child.connected) await once(child, 'disconnect');
  await flushOutput();
  return prepared ?? code;
}

/** Returns the exit code. */
export async function runRoom(name: 'start' | 'serve', io: Io, initialSteps: Step[]): Promise<number> {
  const prepared = await prepareRoom(name, io);
  if (typeof prepared === 'number') return prepared;
  const { env, dataDir } = prepared;
  let restarts = false;
  const code = await runUntilEnd({ ...io, env: { ...io.env, ...env } }, initialSteps, prepared, (end) => {
    onShutdown(end);
    onRestartRequest(dataDir, () => {
      restarts = true;
      end('SIGTERM');
    });
  });
  if (!restarts) return code;
  clearRestartRequest(dataDir);
  return restartExitCode;
}
