// Reports this room to the Nexus of the setting NEXUS_URL: at start, after each build, and once a day. Retries
// failures.
import { endpoints } from '#contract/endpoints.ts';
import type { NextDue } from '../../jobs/scheduler.ts';
import type { Release } from '../../release/release.ts';
import type { Post } from '../../outgoing/post.ts';

export interface NexusReporterDeps {
  nexusUrl: string;
  live: () => Pick<Release, 'id' | 'facts'>;
  post: Post;
  /** Milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Called once for each series of failures. If `isRefused`, retries fail until something is changed. */
  onFailure: (message: string, isRefused: boolean) => void;
}

const second = 1000;
const hour = 3600 * second;
const reportEveryMs = 24 * hour;
const firstPauseMs = 5 * second;
const jitter = 0.3;

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/**
 * Returns a function to be called periodically. It reports the room if that is due, and returns when it is due next.
 */
export function createNexusReporter(deps: NexusReporterDeps): (stop?: AbortSignal) => Promise<NextDue> {
  const { nexusUrl, live, post, now, random, onFailure } = deps;
  let reportedId = '';
  let dueAt = 0;
  let pauseMs = firstPauseMs;

  const retryLater = (message: string, isRefused = false): void => {
    if (pauseMs === firstPauseMs) onFailure(message, isRefused);
    dueAt = now() + pauseMs * (1 - jitter + 2 * jitter * random());
    pauseMs = Math.min(2 * pauseMs, hour);
  };

  const reportIfDue = async (stop: AbortSignal): Promise<void> => {
    const { id, facts } = live();
    const isNew = id !== reportedId && pauseMs === firstPauseMs;
    if (!isNew && now() < dueAt) return;
    const body = JSON.stringify({ agentBaseUrl: facts.baseUrl });
    const headers = { 'content-type': 'application/json' };
    try {
      const { status } = await post(nexusUrl + endpoints.nexusRegister.http.path, headers, body, stop);
      // A Nexus answers a room that leaves with status 400.
      const isAccepted = (status >= 200 && status <= 299) || (status === 400 && facts.creator.nexus?.listed === false);
      if (!isAccepted) return retryLater(`${nexusUrl} answers with status ${status}.`, isRefusal(status));
    } catch (error) {
      return retryLater((error as Error).message);
    }
    reportedId = id;
    dueAt = now() + reportEveryMs;
    pauseMs = firstPauseMs;
  };
  return async (stop = new AbortController().signal) => {
    await reportIfDue(stop);
    return { dueInMs: dueAt - now() };
  };
}
