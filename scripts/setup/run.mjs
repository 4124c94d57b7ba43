// Sees to Node and packages, then runs the command under Node 24 until it ends.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { commandTexts, helpOf } from './help.mjs';
import { checkNode, nodeToRun } from './node.mjs';
import { forSource, installPackages } from './packages.mjs';
import { updateParts } from './parts.mjs';
import { cacheDir, isCompiled, isWritable, roomDir, root } from './places.mjs';

/** Linux says what a process is called and who its parent is; elsewhere the shell of npm makes way for the command. */
function processStatus(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/**
 * npm sends SIGTERM to its shell alone, and a killed npm tells nobody. Either way one of the two is gone, so that a
 * parent of this process is another than at the start.
 */
function watchedNpm() {
  const parent = process.ppid;
  const shell = processStatus(parent);
  const npm = /^(ba|da|z|a|k)?sh$/.test(shell?.name ?? '') ? shell.parent : undefined;
  return () => process.ppid === parent && (npm === undefined || processStatus(parent)?.parent === npm);
}

const watchEveryMs = 3000;

/** Gives the path of Node; what is missing ends the process. */
function prepare(command) {
  try {
    checkNode();
    if (!isWritable(roomDir) && !process.env.CONTENT_DIR)
      throw new Error(`${roomDir} cannot be written: name a folder of yours in ROOM_DIR.`);
    updateParts();
    if (isCompiled && forSource.includes(command))
      throw new Error(`${command} needs the source: clone the repository.`);
    if (!isCompiled) installPackages(command);
    return nodeToRun();
  } catch (error) {
    console.error(`Packages: ${error.message}\nNothing was started.`);
    process.exit(1);
  }
}

/** The program was replaced (sidecar/ops/exit-codes.ts). */
const restartWanted = 75;

// By default glibc keeps up to eight pools of memory per core, mostly idle, and holds on to what large buffers took,
// while V8 lets its heap grow to several times what is in use. With these settings a build of ten thousand items
// takes under 500 MB instead of 840.
const memory = {
  usual: { variables: { MALLOC_ARENA_MAX: '2' }, options: [] },
  build: {
    variables: {
      MALLOC_ARENA_MAX: '1',
      // Large buffers are returned to the system at once. The tables of compressors are smaller and stay, because
      // every file needs them.
      MALLOC_MMAP_THRESHOLD_: '524288',
      MALLOC_TRIM_THRESHOLD_: '2097152',
    },
    options: [
      '--max-semi-space-size=8',
      '--heap-growing-percent=15',
      // The heap of a large room grows to this size anyway; collecting garbage on the way there costs time and frees
      // little.
      '--min-semi-space-size=8',
      '--initial-old-space-size=150',
    ],
  },
};

function startMain(node, args) {
  const main = isCompiled ? join(root, 'compiled', 'scripts', 'main.js') : join(root, 'scripts', 'main.ts');
  const { variables, options } = args[0] === 'build' ? memory.build : memory.usual;
  return spawn(node, [...options, main, ...args], {
    // The channel closes when this process is killed, which tells the child to end.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...variables,
      ...process.env,
      ROOM_DIR: roomDir,
      CACHE_DIR: cacheDir,
      // Compiled code is kept between starts: about a third of a second less each time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheDir, 'node'),
      PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
    },
  });
}

export async function run(args) {
  const [name, option] = args;
  if (args.length === 2 && option === '--help' && Object.hasOwn(commandTexts, name)) return console.log(helpOf(name));
  // Checked before the installation, because npm may end while packages are installed.
  const npmIsThere = process.env.npm_lifecycle_event ? watchedNpm() : () => true;
  let child;
  const start = () => {
    const node = prepare(args[0]);
    if (!npmIsThere()) process.exit(128 + constants.signals.SIGTERM);
    child = startMain(node, args);
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      console.error(`Node cannot be started: ${error.message}\nNothing was started.`);
      process.exit(1);
    });
    // Exit codes are those of a shell: 130 after Ctrl-C.
    child.on('exit', (code, signal) => {
      if (code === restartWanted) start();
      else process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  };
  start();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

  const watch = setInterval(() => {
    if (npmIsThere()) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, watchEveryMs);
}
