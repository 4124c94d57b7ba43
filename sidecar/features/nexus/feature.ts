// The directory of many creators, where this room runs one, and the report of this room to another one.
import type { Settings } from '../../settings/settings.ts';
import { jobsIf, type PeriodicJob } from '../../jobs/scheduler.ts';
import { createJsonGetter, type GetJson } from '../../outgoing/get-json.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createPoster } from '../../outgoing/post.ts';
import type { Release } from '../../release/release.ts';
import { queueWorker, releaseAbandoned, type Worker } from '../../storage/queue.ts';
import type { Store } from '../../storage/store.ts';
import type { Feature } from '../feature.ts';
import { claimDueMembers } from './claim.ts';
import { nexusConsole } from './console.ts';
import { nexusHandlers } from './handlers.ts';
import type { Member } from './members.ts';
import { openNexus } from './nexus.ts';
import { addNexusPage } from './page-route.ts';
import { recordVisit, type RecordVisitDeps } from './record-visit.ts';
import { createNexusReporter, type NexusReporterDeps } from './report-room.ts';
import { visitRoom } from './visit.ts';

export interface NexusFeatureDeps {
  settings: Pick<Settings, 'nexus'>;
  outgoing: Outgoing;
  store: Store;
  live: () => Release;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error, task: string) => void;
  log: Record<'info' | 'warn', (fields: object, message: string) => void>;
}

/** Maximum size of an answer that is read. */
const maxAnswerBytes = 2 * 1024 * 1024;
const checkEveryMs = 1000;
const maxVisits = 16;
const graceMs = 5000;

type VisitDeps = RecordVisitDeps & { get: GetJson; onProblem: (error: Error) => void };

const openVisits = (deps: VisitDeps): Worker =>
  queueWorker<Member>({
    queue: {
      claim: (limit) => claimDueMembers(deps.store, deps.now(), limit),
      free: async ({ tenantId, claimedUntil }) => {
        const member = deps.store.db.updateTable('members').where('tenantId', '=', tenantId);
        await member.where('claimedUntil', '=', claimedUntil).set({ claimedUntil: 0 }).execute();
      },
      freeAbandoned: () => releaseAbandoned(deps.store, 'members', deps.now()),
    },
    atOnce: maxVisits,
    perform: async (member, signal) => {
      const outcome = await visitRoom(deps.get, member.origin, member, signal);
      // An aborted visit says nothing about the room.
      signal.throwIfAborted();
      await recordVisit(deps, member.origin, outcome, member.claimedUntil);
    },
    onProblem: deps.onProblem,
  });

function openReports({ outgoing, live, now, log }: NexusFeatureDeps, nexusUrl: string, stop: AbortSignal): PeriodicJob {
  const onFailure: NexusReporterDeps['onFailure'] = (reason, isRefused) =>
    isRefused
      ? log.warn({ reason }, 'the Nexus refuses this room; npm run doctor says why')
      : log.info({ reason }, 'registration at the Nexus failed; it is tried again');
  // The creator chose the Nexus, so it may be in the private network.
  const post = createPoster(outgoing, { isOwners: true });
  const report = createNexusReporter({ nexusUrl, live, post, now, random: Math.random, onFailure });
  return { name: 'reporting to the Nexus', everyMs: checkEveryMs, duty: 'works', run: () => report(stop) };
}

export function nexusFeature(deps: NexusFeatureDeps) {
  const { settings, outgoing, store, now, onProblem } = deps;
  const { isOn, url, visitMinutes } = settings.nexus;
  const get = createJsonGetter(outgoing, { bytes: maxAnswerBytes });
  const nexusDeps = { store, get, everyMs: visitMinutes * 60_000, now, random: Math.random };
  const nexus = isOn ? openNexus(nexusDeps) : undefined;
  const visits = openVisits({ ...nexusDeps, onProblem: (error) => onProblem(error, 'visiting members') });
  const stopping = new AbortController();
  const visit: PeriodicJob = {
    name: 'visiting members',
    everyMs: checkEveryMs,
    duty: 'works',
    run: async () => visits.wake(),
  };
  return {
    handlers: nexusHandlers(nexus),
    console: nexusConsole(isOn),
    jobs: [...jobsIf(isOn, [visit]), ...(url ? [openReports(deps, url, stopping.signal)] : [])],
    stop: async () => {
      stopping.abort();
      if (isOn) await visits.stop(graceMs);
    },
    ...(nexus && { addPages: (app, http) => addNexusPage(app, { ...http, nexus }) }),
  } satisfies Feature;
}
