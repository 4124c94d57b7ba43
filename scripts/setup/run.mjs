// Prepares Node and packages, then runs the command under Node 24 until it ends.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { requestedHelp } from './help.mjs';
import { checkNode, nodeToRun } from './node.mjs';
import { forSource, installPackages } from './packages.mjs';
import { updateParts } from './parts.mjs';
import { cacheDir, isCompiled, isWritable, roomDir, root } from './places.mjs';

/**
 * Returns name and parent of a process; undefined outside of Linux, where the shell of npm replaces itself by the
 * command.
 */
function processStatus(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that tells if npm and its shell still run. npm sends SIGTERM only to the shell, and a killed npm
 * sends nothing; either changes a parent process.
 */
function watchNpm() {
  const parent = process.ppid;
  const shell = processStatus(parent);
  const npm = /^(ba|da|z|a|k)?sh$/.test(shell?.name ?? '') ? shell.parent : undefined;
  return () => process.ppid === parent && (npm === undefined || processStatus(parent)?.parent === npm);
}

const watchEveryMs = 3000;

/** Returns the path of Node. Ends the process if something is missing. */
function prepare(command) {
  try {
    checkNode();
    if (!isWritable(roomDir) && !process.env.CONTENT_DIR)
      throw new Error(`${roomDir} cannot be written. Set ROOM_DIR to a folder that you may write to.`);
    updateParts();
    if (isCompiled && forSource.includes(command))
      throw new Error(`${command} needs the source of the program. Clone the repository.`);
    if (!isCompiled) installPackages(command);
    return nodeToRun();
  } catch (error) {
    console.error(`Packages: ${error.message}\nNothing was started.`);
    process.exit(1);
  }
}

/** Exit code of a program that was replaced and must be started again (sidecar/ops/exit-codes.ts). */
const restartCode = 75;

function startMain(node, args) {
  const main = isCompiled ? join(root, 'compiled', 'scripts', 'main.js') : join(root, 'scripts', 'main.ts');
  return spawn(node, [main, ...args], {
    // The channel closes when this process is killed, which tells the child to end.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // By default glibc keeps up to eight memory pools per core, most of them idle.
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      ROOM_DIR: roomDir,
      CACHE_DIR: cacheDir,
      // Cached compiled code makes each start about a third of a second faster.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheDir, 'node'),
      PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
    },
  });
}

export async function run(args) {
  const help = requestedHelp(args);
  if (help) return console.log(help);
  // Checked before the installation, because npm may end while packages are installed.
  const isNpmRunning = process.env.npm_lifecycle_event ? watchNpm() : () => true;
  let child;
  const start = () => {
    const node = prepare(args[0]);
    if (!isNpmRunning()) process.exit(128 + constants.signals.SIGTERM);
    child = startMain(node, args);
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      console.error(`Node cannot be started: ${error.message}\nNothing was started.`);
      process.exit(1);
    });
    // Exit codes are those of a shell: 130 after Ctrl-C.
    child.on('exit', (code, signal) => {
      if (code === restartCode) start();
      else process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  };
  start();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

  const watch = setInterval(() => {
    if (isNpmRunning()) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, watchEveryMs);
}
