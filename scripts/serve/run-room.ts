// Runs the room: the supervised server, and the commands that build its content.
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
import { type PreparedRoom, prepareRoom } from './prepare-room.ts';
import { clearRestartRequest, onRestartRequest } from './restart.ts';
import { supervise } from './supervisor.ts';

type Step = 'ingest' | 'build';
type Shutdown = (signal: NodeJS.Signals) => void;

/**
 * Returns true if the output is a pipe. Only a process that writes notices that the reader has gone (`| head`), so all
 * output of children is passed through this process then.
 */
function isPiped({ fd }: Output): boolean {
  if (fd === undefined) return true;
  const output = fstatSync(fd);
  return output.isFIFO() || output.isSocket();
}

/** A process that a child left behind may hold its output open. */
const flushTimeoutMs = 2000;

/** Returns functions that start children, and that wait until their output has been passed on. */
function createStarter({ env, stdout }: Io) {
  const outputEnds: Promise<unknown>[] = [];
  function start(args: string[], channel: 'ipc'[]): ChildProcess {
    const isThroughHere = isPiped(stdout);
    const stdio: StdioOptions = ['inherit', isThroughHere ? 'pipe' : 'inherit', 'inherit', ...channel];
    const child = spawn(process.execPath, args, { cwd: resolveRoomDir(env), env, stdio });
    // This is not `pipe()`, which would block the child forever once the reader of our output has gone.
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

/** Calls `end` for a signal, for the exit of the parent process, and when the reader of the output has gone. */
function onShutdown(end: Shutdown): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', () => end('SIGTERM'));
  process.stdout.removeAllListeners('error').on('error', () => end('SIGTERM'));
  process.channel?.unref();
}

/**
 * Runs the server and returns the exit code. The steps start once the server has its port, so that a second start on
 * the same port ends before it changes anything. If the server has nothing to serve, the room is built in any case.
 */
async function runUntilEnd(
  io: Io,
  initialSteps: Step[],
  { program, builds }: PreparedRoom,
  onStart: (end: Shutdown) => void,
): Promise<number> {
  const { start, lastWords: flushOutput } = createStarter(io);
  let hasStopped = false;
  let serves = false;
  let failedCode: number | undefined;
  let step: ChildProcess | undefined;
  let steps: Promise<void> | undefined;

  async function runSteps(names: Step[]): Promise<void> {
    for (const name of names) {
      if (hasStopped) return;
      // Pictures follow in the background, so that the first pages do not wait for them.
      const options = name === 'ingest' ? ['--pictures-later'] : [];
      step = start([scriptPath('scripts/main.ts'), name, ...options], []);
      const code = await waitForExit(step);
      step = undefined;
      // The content is built even if reading the feeds failed.
      if (code === 0 || hasStopped || name === 'ingest') continue;
      if (serves) return printError(io, 'The room stays on its current release.');
      failedCode = code;
      return server.stop('SIGTERM');
    }
  }
  function onReport({ kind }: ServerReport): void {
    serves = kind === 'listening' || (kind === 'crashed' && serves);
    if (kind === 'crashed' || !builds) return;
    if (!steps && initialSteps.length > 0) steps = runSteps(initialSteps);
    else if (!serves && !step) steps = (steps ?? Promise.resolve()).then(() => runSteps(['build']));
  }
  const server = supervise({ start: () => start(program, ['ipc']), print: (line) => printError(io, line), onReport });
  onStart((signal) => {
    hasStopped = true;
    step?.kill(signal);
    server.stop(signal);
  });
  const code = await server.ended;
  hasStopped = true;
  step?.kill('SIGTERM');
  await steps;
  await flushOutput();
  return failedCode ?? code;
}

/** Runs the room and returns the exit code. */
export async function runRoom(name: 'start' | 'serve', io: Io, initialSteps: Step[]): Promise<number> {
  const prepared = await prepareRoom(name, io);
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
