// Runs the Nexus in the sidecar: visits members if this room is a Nexus, and reports this room to another one.
import type { Settings } from '../../settings/settings.ts';
import type { Every } from '../../jobs/scheduler.ts';
import { createJsonGetter } from '../../outgoing/get-json.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createPoster } from '../../outgoing/post.ts';
import type { Release } from '../../release/release.ts';
import type { Store } from '../../storage/store.ts';
import { createNexusReporter } from './report-room.ts';
import { visitMembers } from './visit-members.ts';
import { type Nexus, openNexus } from './nexus.ts';

export interface NexusDeps {
  settings: Pick<Settings, 'nexus'>;
  outgoing: Outgoing;
  store: Store;
  live: () => Release;
  /** Milliseconds. */
  now: () => number;
  random: () => number;
  onProblem: (error: Error, task: string) => void;
  every: Every;
  /** Called when a Nexus cannot be reached or refuses this room. */
  onFailure: (message: string, isRefused: boolean) => void;
}

export interface RunningNexus {
  /** Undefined if this room is not a Nexus. */
  nexus: Nexus | undefined;
  start: () => void;
  stop: () => Promise<void>;
}

/** Maximum size of an answer that is read. */
const maxAnswerBytes = 2 * 1024 * 1024;
const reportCheckMs = 1000;

export function runNexus(deps: NexusDeps): RunningNexus {
  const { settings, outgoing, store, now, random, onProblem, every } = deps;
  const { isOn, url, visitMinutes } = settings.nexus;
  const reportFor = (task: string) => (error: Error) => onProblem(error, task);
  const nexusDeps = {
    store,
    get: createJsonGetter(outgoing, { bytes: maxAnswerBytes }),
    everyMs: visitMinutes * 60_000,
    now,
    random,
    every,
  };
  const stopTasks: (() => Promise<void>)[] = [];
  const breakOff = new AbortController();

  function announce(nexusUrl: string): void {
    // The creator chose the Nexus, so it may be in the private network.
    const post = createPoster(outgoing, { isOwners: true });
    const report = createNexusReporter({ ...deps, nexusUrl, post });
    stopTasks.push(every(reportCheckMs, () => report(breakOff.signal), reportFor('reporting to the Nexus')));
  }

  return {
    nexus: isOn ? openNexus(nexusDeps) : undefined,
    start: () => {
      if (isOn) stopTasks.push(visitMembers({ ...nexusDeps, onProblem: reportFor('visiting members') }));
      if (url) announce(url);
    },
    stop: async () => {
      breakOff.abort();
      await Promise.all(stopTasks.map((stopTask) => stopTask()));
    },
  };
}
