// Ends the process of a test file that takes too long, also one that computes for ever and so heeds no other signal.
import process from 'node:process';
import type { TestsStream } from 'node:test';
import { listChildProcesses, readProcess } from '../process-tree.ts';

/** So much longer than a test may take, so that a test that waits for ever fails under its own name. */
const graceMs = 5000;

/** Node tells no pid of the process in which it runs a file: it is the child with that file as its last argument. */
function killTestProcess(file: string): void {
  for (const pid of listChildProcesses(process.pid))
    if (readProcess(pid, 'cmdline').endsWith(`\0${file}\0`)) process.kill(pid, 'SIGKILL');
}

/** Gives the files that are under way. */
export function limitFiles(stream: TestsStream, timeoutMs: number, say: (line: string) => void): () => string[] {
  const timers = new Map<string, NodeJS.Timeout>();
  stream.on('test:dequeue', ({ name, nesting, file }) => {
    if (nesting !== 0 || name !== file) return;
    timers.set(
      name,
      setTimeout(() => {
        say(`Ended: ${name} took longer than ${timeoutMs / 1000} s.`);
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
