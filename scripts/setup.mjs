// The first step of every command: installs what the lock file says when that has changed, then hands over to Node 24.
// Plain JavaScript, because the Node that starts it may be as old as 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.greenroom-setup');
const windows = process.platform === 'win32';

const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash;

// Checked now, since npm may end while packages are installed.
const npmIsThere = process.env.npm_lifecycle_event ? watchedNpm() : () => true;

if (!installed) {
  console.error('Packages: installing what package-lock.json says (about a minute)');
  const npm = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: root, stdio: ['ignore', 2, 2], shell: windows });
  if (npm.status !== 0) {
    console.error('Packages: npm ci failed; the lines above say why. Nothing was started.');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stampFile, lockHash);
  if (!npmIsThere()) process.exit(128 + constants.signals.SIGTERM);
}

const platform = `node-${windows ? 'win' : process.platform}-${process.arch}`;
const bundledNode = join(root, 'node_modules', platform, 'bin', windows ? 'node.exe' : 'node');
const current = Number(process.versions.node.split('.')[0]);
if (!existsSync(bundledNode) && current < 24) {
  console.error(`Node 24 is needed: there is no package for ${platform}, and this is Node ${process.versions.node}.`);
  process.exit(1);
}

const main = join(root, 'scripts', 'main.ts');
const child = spawn(existsSync(bundledNode) ? bundledNode : process.execPath, [main, ...process.argv.slice(2)], {
  // The channel closes when this process is killed, which tells the child to end.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    // Compiled code is kept between starts: about a third of a second less each time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// As a shell tells it: 130 after Ctrl-C.
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));

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

const watchEveryMs = 500;
const watch = setInterval(() => {
  if (npmIsThere()) return;
  clearInterval(watch);
  child.kill('SIGTERM');
}, watchEveryMs);
