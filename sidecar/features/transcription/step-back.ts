// Lets a child process wait for everything else on the machine: answers come first.
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export function stepBack(child: ChildProcess): ChildProcess {
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended already, or the system knows no priorities.
  }
  return child;
}
