// Cares for the members: visits those that are due, some at once, and writes down what it saw.
import { setTimeout as sleep } from 'node:timers/promises';
import { every } from '../every.ts';
import type { Get } from '../outgoing/get-json.ts';
import { freeAbandoned } from '../store/store.ts';
import { claimDue } from './claim.ts';
import type { Member } from './members.ts';
import { record, type RecordParts } from './record.ts';
import { visit } from './visit.ts';

export interface CareParts extends RecordParts {
  get: Get;
  onProblem: (error: Error) => void;
  /** Visits under way at most. */
  atOnce?: number;
}

export interface Care {
  /** Visits all that are due now. */
  round: () => Promise<void>;
  /** Ends the visits under way within five seconds. */
  stop: () => Promise<void>;
}

const graceMs = 5000;
const lookEveryMs = 1000;

export function careFor(parts: CareParts): Care {
  const { store, now, get, onProblem, atOnce = 16 } = parts;
  const running = new Set<Promise<void>>();
  const breakOff = new AbortController();
  let isFree = false;
  let stopping = false;

  async function visitOne(member: Member): Promise<void> {
    const seen = await visit(get, member.origin, member, breakOff.signal);
    // What was broken off says nothing about the room; another worker takes it over.
    if (!breakOff.signal.aborted) await record(parts, member.origin, seen, member.claimedUntil);
  }

  const start = (member: Member): void => {
    const under: Promise<void> = visitOne(member)
      .catch(onProblem)
      .finally(() => running.delete(under));
    running.add(under);
  };

  /** Gives whether there was something to do. */
  async function fill(): Promise<boolean> {
    if (!isFree) await freeAbandoned(store, 'members');
    isFree = true;
    const due = await claimDue(store, now(), atOnce - running.size);
    due.forEach(start);
    return due.length > 0;
  }

  async function round(): Promise<void> {
    while (!stopping && ((await fill()) || running.size > 0)) await Promise.race(running);
  }

  const end = every(lookEveryMs, round, onProblem);
  return {
    round,
    stop: async () => {
      stopping = true;
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
      breakOff.abort();
      await end();
      await Promise.all(running);
    },
  };
}
