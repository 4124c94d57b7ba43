// Lists the child processes of a process, on Linux. Elsewhere it finds only the process itself.
import { globSync, readFileSync } from 'node:fs';

/** Reads a file of a process in /proc; empty after the process has ended. */
export function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the children of all threads of a process. */
export const listChildProcesses = (pid: number): number[] =>
  globSync('*/children', { cwd: `/proc/${pid}/task` }).flatMap((name) =>
    readProcess(pid, `task/${name}`).split(' ').filter(Boolean).map(Number),
  );

/** Returns a process and all its descendants. */
export const listProcessTree = (pid: number): number[] => [pid, ...listChildProcesses(pid).flatMap(listProcessTree)];
