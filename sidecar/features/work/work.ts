// Work tasks as the app uses them: offers, the pool and the creator's decisions.
import type { TaskType } from '#contract/schemas/work.ts';
import { offersWork } from '#domain/access/access.ts';
import type { Release } from '../../release/release.ts';
import { networkOf } from '../../http/network.ts';
import { canWork, refuseOverLimit } from './limits.ts';
import { canOffer, offerTask } from './offer.ts';
import { claimTask, fillPool, listPool } from './pool.ts';
import { submitToPool } from './pool-submit.ts';
import { decideWork } from './results.ts';
import { countTasksLeft, submitOffer } from './submit.ts';
import type { WorkDeps } from './tasks.ts';

export interface Sender {
  address: string;
  client: () => Promise<string>;
}

export const openWork = (deps: WorkDeps) => ({
  decide: (decision: Parameters<typeof decideWork>[1]) => decideWork(deps, decision),
  /** Returns true if `offer` would return a task to a client at this address. */
  isOffered: async (release: Release, address: string): Promise<boolean> =>
    offersWork(release.facts.access) && canOffer(release) && canWork(deps.db, networkOf(address), deps.now()),
  offer: async (release: Release, resourceId: string, { address }: Sender) => {
    const client = networkOf(address);
    await refuseOverLimit(deps.db, client, deps.now());
    const task = await offerTask(deps, release, { resourceId, client });
    const { access } = release.facts;
    return task && { task, tasksLeft: await countTasksLeft(deps.db, { ...task, client, access }, deps.now()) };
  },
  submit: (release: Release, taskId: string, submission: unknown, { address }: Sender) =>
    submitOffer(deps, {
      taskId,
      submission,
      client: networkOf(address),
      location: release.facts.baseUrl,
      access: release.facts.access,
    }),
  fill: (release: Release) => fillPool(deps, release),
  list: (release: Release, filter: { type?: TaskType | undefined; limit: number }) => listPool(deps, release, filter),
  claim: async (release: Release, taskId: string, workerId: string, { address, client }: Sender) => {
    const network = networkOf(address);
    await refuseOverLimit(deps.db, network, deps.now());
    return claimTask(deps, release, { taskId, workerId, client: await client(), address: network });
  },
  submitToPool: (
    release: Release,
    { taskId, claimToken, submission }: { taskId: string; claimToken: string; submission: unknown },
    { address }: Sender,
  ) =>
    submitToPool(deps, {
      taskId,
      claimToken,
      submission,
      client: networkOf(address),
      location: release.facts.baseUrl,
    }),
});
export type Work = ReturnType<typeof openWork>;
