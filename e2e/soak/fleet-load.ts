// The load on a fleet whose machines are killed: visitors, bookings, events to a receiver, approvals.
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf, publish } from '../content.ts';
import { postJson, type Room } from '../room.ts';
import type { Machine } from './fleet-machines.ts';
import { askForBuild } from './store.ts';

interface Front {
  baseUrl: string;
}

/** Resolves when it is over. */
export interface Run {
  isOver: () => boolean;
}

const addresses = ['/', '/articles', '/api/agent', '/api/agent/content-index?topic=map', '/api/agent/profile'];

/** Counts statuses, and answers that broke off. */
export async function visit({ baseUrl }: Front, { isOver }: Run, statuses: Map<string, number>): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const status = await fetch(baseUrl + addresses[n % addresses.length]!).then(
      async (answer) => answer.arrayBuffer().then(() => String(answer.status)),
      () => 'broken off',
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(30);
  }
}

/** Each booking is retried with its idempotency key until it is answered; `accepted` collects the answers. */
export async function keepPosting(front: Front, { isOver }: Run, path: string, accepted: Set<string>): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const ask = () => postJson(front, path, { showName: `Show ${n}` }, { 'idempotency-key': `key-${n}` });
    for (;;) {
      const answer = await ask().catch(() => undefined);
      const body = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      if (body) {
        accepted.add(body.requestId ?? `${n}`);
        break;
      }
      await sleep(100);
    }
    await sleep(300);
  }
}

export interface Approval {
  id: string;
  /** Milliseconds from the approval until the builder, and each machine, answers with the item. */
  builtMs: number;
  seenMs: number[];
  /** Something was unavailable at that time. */
  isDisturbed: boolean;
}

const pollMs = 25;
const patienceMs = 180_000;

async function timeUntil(holds: () => Promise<boolean>, since: number): Promise<number> {
  while (!(await holds())) {
    if (Date.now() - since > patienceMs) return Infinity;
    await sleep(pollMs);
  }
  return Date.now() - since;
}

const shows =
  ({ baseUrl }: Front, id: string) =>
  () =>
    fetch(`${baseUrl}/articles/${id}`).then(
      ({ ok }) => ok,
      () => false,
    );

export interface Approver extends Run {
  room: Room;
  builder: Machine;
  webs: Machine[];
  /** When something was last taken away or not back yet, in milliseconds. */
  disturbedAt: () => number;
}

const calmMs = 5000;

/** One after the other, as the console does it. */
export async function approveAgain(
  { room, builder, webs, isOver, disturbedAt }: Approver,
  approvals: Approval[],
): Promise<void> {
  for (let n = 100; !isOver(); n++) {
    const since = Date.now();
    const id = idOf('approved', n);
    await publish(room.content, { id, title: `Approved ${n}`, date: '2026-05-01T10:00:00Z', keywords: ['sea'] });
    while (
      !(await askForBuild(room.env).then(
        () => true,
        () => false,
      ))
    )
      await sleep(pollMs);
    const [builtMs, ...seenMs] = await Promise.all([builder, ...webs].map((one) => timeUntil(shows(one, id), since)));
    approvals.push({ id, builtMs: builtMs!, seenMs, isDisturbed: disturbedAt() > since - calmMs });
    await sleep(4000);
  }
}
