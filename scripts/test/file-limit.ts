// Ends the process of a test file that takes too long, also one that computes for ever and so heeds no other signal.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { TestsStream } from 'node:test';

/** So much longer than a test may take, so that a test that waits for ever fails under its own name. */
const graceMs = 5000;

const read = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // Ended meanwhile.
    return '';
  }
};

/** Node tells no pid of the process in which it runs a file: it is the child with that file as its last argument. */
function killTestProcess(file: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const isChild = read(pid, 'status').includes(`\nPPid:\t${process.pid}\n`);
    if (isChild && read(pid, 'cmdline').endsWith(`\0${file}\0`)) process.kill(Number(pid), 'SIGKILL');
  }
}

/** Gives the files that are under way. */
export function limitFiles(stream: TestsStream, timeoutMs: number): () => string[] {
  const timers = new Map<string, NodeJS.Timeout>();
  stream.on('test:dequeue', ({ name, nesting, file }) => {
    if (nesting !== 0 || name !== file) return;
    timers.set(
      name,
      setTimeout(() => {
        console.error(`Ended: ${name} took longer than ${timeoutMs / 1000} s.`);
        killTestProcess(name);
      }, timeoutMs + graceMs),
    );
  });
  stream.on('test:complete', ({ name }) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  });
  return () => [...timers.keys()];
}
