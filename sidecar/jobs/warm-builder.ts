// Manages a process that builds. It has the room in memory, so that a build takes only as long as the changes require.
// It starts on first use, ends after a long idle time, and is replaced after a crash.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { roomDir } from '../settings/folders.ts';
import type { BuildStep } from './builder.ts';
import {
  type CommandOutcome,
  type CommandSettings,
  commandEnvironment,
  createCommandRunner,
  lowerPriority,
  maxOutputCharacters,
  commandTimeoutMs,
  stopMessage,
} from './run-command.ts';
import { scriptPath } from '../settings/root.ts';
import { parseBuildEnd } from './build-end.ts';

export interface WarmBuilder {
  /** Starts the process and lets it read the room, so that even the first build is fast. */
  getReady: () => void;
  /** Builds, one build at a time. Rejects if `stop` interrupts it, and from then on. */
  build: () => Promise<CommandOutcome>;
  /** Resolves when the process has ended; after a build it may still be cleaning up. */
  stop: () => Promise<void>;
}

const defaultIdleMs = 20 * 60_000;
const endMessage = 'The builder ended.';
type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const startChild = (settings: CommandSettings): Child =>
  spawn(process.execPath, [scriptPath('scripts/build/warm.ts')], {
    cwd: roomDir,
    env: commandEnvironment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
  });

/** Receives output between builds, such as the outcome of publishing. */
type PassOn = (output: Buffer | string) => void;

function runBuild(child: Child, isStopped: () => boolean, passOn: PassOn): Promise<CommandOutcome> {
  return new Promise((done, reject) => {
    let output = '';
    const timeout = setTimeout(() => child.kill('SIGKILL'), commandTimeoutMs);
    const detach = (): void => {
      clearTimeout(timeout);
      for (const stream of [child.stdout, child.stderr]) stream.off('data', collectOutput).on('data', passOn);
      child.off('error', endWithError).off('close', handleClose);
    };
    const end = (outcome: CommandOutcome): void => {
      detach();
      done(outcome);
    };
    const collectOutput = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-maxOutputCharacters);
      const buildEnd = parseBuildEnd(output);
      if (!buildEnd) return;
      end({ ok: buildEnd.ok, output: buildEnd.output });
      passOn(buildEnd.late);
    };
    const endWithError = (error: Error): void => end({ ok: false, output: `${output}${error.message}` });
    const handleClose = (): void => {
      if (!isStopped()) return end({ ok: false, output: `${output}${endMessage}` });
      detach();
      reject(new Error(stopMessage));
    };
    for (const stream of [child.stdout, child.stderr]) stream.off('data', passOn).on('data', collectOutput);
    child.on('error', endWithError).on('close', handleClose);
    child.stdin.write('build\n');
  });
}

/** Process that is started when it is needed and ended after a long idle time. */
function createChildKeeper(start: () => Child, idleMs: number, passOn: PassOn) {
  let child: Child | undefined;
  let idle: NodeJS.Timeout | undefined;

  function open(): Child {
    const newChild = (child = start());
    const handleExit = (): void => {
      if (child === newChild) child = undefined;
    };
    // Writing to a process that has just ended fails; its exit is reported anyway.
    newChild.stdin.on('error', handleExit);
    for (const stream of [newChild.stdout, newChild.stderr]) stream.on('data', passOn);
    return newChild.on('error', handleExit).on('exit', handleExit);
  }

  return {
    open,
    child: () => child,
    hold: () => clearTimeout(idle),
    endWhenIdle: () => {
      clearTimeout(idle);
      idle = setTimeout(() => {
        child?.stdin.end();
        child = undefined;
      }, idleMs).unref();
    },
  };
}

export function createWarmBuilder(
  settings: CommandSettings,
  passOn: PassOn,
  { idleMs = defaultIdleMs, start = startChild } = {},
): WarmBuilder {
  const keeper = createChildKeeper(() => start(settings), idleMs, passOn);
  let hasStopped = false;
  const isStopped = () => hasStopped;

  return {
    getReady: () => {
      if (hasStopped) return;
      if (!keeper.child()) keeper.open().stdin.write('ready\n');
      keeper.endWhenIdle();
    },
    build: async () => {
      if (hasStopped) throw new Error(stopMessage);
      keeper.hold();
      const child = keeper.child();
      let outcome = await runBuild(child ?? keeper.open(), isStopped, passOn);
      // The process had ended or was killed. Everything it knew is in the files.
      if (child && outcome.output === endMessage && !hasStopped)
        outcome = await runBuild(keeper.open(), isStopped, passOn);
      keeper.endWhenIdle();
      return outcome;
    },
    stop: async () => {
      hasStopped = true;
      keeper.hold();
      const last = keeper.child();
      if (!last || last.exitCode !== null || last.signalCode !== null || last.pid === undefined) return;
      const exit = once(last, 'exit');
      last.kill('SIGTERM');
      await exit;
    },
  };
}

/** Runs commands of scripts/. Builds use the process above, and a backup waits for nothing. */
export function createRoomCommands(settings: CommandSettings, passOn: PassOn) {
  const ingestRunner = createCommandRunner(settings, lowerPriority);
  const backupRunner = createCommandRunner(settings, lowerPriority);
  const answerRunner = createCommandRunner(settings);
  const warm = createWarmBuilder(settings, passOn);
  return {
    run: (step: BuildStep) => {
      if (step === 'build') return warm.build();
      return ingestRunner.run('ingest', [step === 'pictures' ? '--pictures' : '--pictures-later']);
    },
    getReady: warm.getReady,
    backUp: () => backupRunner.run('backup'),
    answer: answerRunner.answer,
    stop: async () => {
      ingestRunner.stop();
      backupRunner.stop();
      answerRunner.stop();
      await warm.stop();
    },
  };
}
