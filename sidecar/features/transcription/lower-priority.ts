// Lowers the priority of a child process, so that requests are answered first.
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export function lowerPriority(child: ChildProcess): ChildProcess {
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited, or the system has no priorities.
  }
  return child;
}
