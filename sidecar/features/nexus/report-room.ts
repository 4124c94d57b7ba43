// Reports this room to the Nexus of the setting NEXUS_URL: at start, after each build, and once a day; retries quietly.
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
  /** Hears once of each row of failures; a Nexus that refuses does so until something is changed. */
  onFailure: (message: string, isRefused: boolean) => void;
}

const [second, hour] = [1000, 3_600_000];
const reportEveryMs = 24 * hour;
const firstPauseMs = 5 * second;
const jitter = 0.3;

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** To be called again and again: posts only when there is something to tell and it is time to. Returns when that is next. */
export function createNexusReporter(deps: NexusReporterDeps): (stop?: AbortSignal) => Promise<NextDue> {
  const { nexusUrl, live, post, now, random, onFailure } = deps;
  let told = '';
  let dueAt = 0;
  let pauseMs = firstPauseMs;

  const later = (message: string, isRefused = false): void => {
    if (pauseMs === firstPauseMs) onFailure(message, isRefused);
    dueAt = now() + pauseMs * (1 - jitter + 2 * jitter * random());
    pauseMs = Math.min(2 * pauseMs, hour);
  };

  const reportIfDue = async (stop: AbortSignal): Promise<void> => {
    const { id, facts } = live();
    const isNew = id !== told && pauseMs === firstPauseMs;
    if (!isNew && now() < dueAt) return;
    const body = JSON.stringify({ agentBaseUrl: facts.baseUrl });
    const headers = { 'content-type': 'application/json' };
    try {
      const { status } = await post(nexusUrl + endpoints.nexusRegister.http.path, headers, body, stop);
      // A room that leaves is told that it is not listed.
      const isTaken = (status >= 200 && status <= 299) || (status === 400 && facts.creator.nexus?.listed === false);
      if (!isTaken) return later(`${nexusUrl} answers with status ${status}.`, isRefusal(status));
    } catch (error) {
      return later((error as Error).message);
    }
    [told, dueAt, pauseMs] = [id, now() + reportEveryMs, firstPauseMs];
  };
  return async (stop = new AbortController().signal) => {
    await reportIfDue(stop);
    return { dueInMs: dueAt - now() };
  };
}
