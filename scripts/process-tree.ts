// The processes that a process has started, as Linux tells them. Elsewhere there is only the process itself.
import { globSync, readFileSync } from 'node:fs';

/** Empty once the process has ended. */
export function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Each thread has children of its own. */
export const childrenOf = (pid: number): number[] =>
  globSync('*/children', { cwd: `/proc/${pid}/task` }).flatMap((name) =>
    readProcess(pid, `task/${name}`).split(' ').filter(Boolean).map(Number),
  );

/** The process, its children, their children and so on. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];
