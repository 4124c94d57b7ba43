// When a member is visited next, and what it counts as meanwhile. Pure.
import { dayMs } from '#domain/instants.ts';
import type { MemberStatus } from './tables.ts';

/** After this many failed visits in a row a member is stale. */
const failuresOfStale = 2;
/** @spec-gap nexus-members */
export const droppedAfterMs = 30 * dayMs;
/** Then it is forgotten, items and all; it may report again. */
export const forgottenAfterMs = 180 * dayMs;
const longestPauseMs = dayMs;
const jitter = 0.2;

/** Longer or shorter by up to a fifth, so that members who came together do not stay so. `random` is from 0 to 1. */
const jittered = (pauseMs: number, random: number): number => Math.round(pauseMs * (1 - jitter + 2 * jitter * random));

export const nextAfterAnswer = (now: number, everyMs: number, random: number): number =>
  now + jittered(everyMs, random);

/** `failures` counts this one; `since` is when the first of them was. */
export function afterFailure(failures: number, since: number, now: number, everyMs: number, random: number) {
  const pauseMs = Math.min(everyMs * 2 ** Math.min(failures - 1, 10), Math.max(longestPauseMs, everyMs));
  const isDropped = now - since >= droppedAfterMs;
  const status: MemberStatus = isDropped ? 'dropped' : failures >= failuresOfStale ? 'stale' : 'active';
  return { status, nextVisitAt: now + jittered(pauseMs, random) };
}
